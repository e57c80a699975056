import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

interface PageProps {
  /** Tables and boards use the full width; text is narrower. */
  readonly width: 'list' | 'text';
  readonly className?: string;
  readonly children: ReactNode;
}

/** The frame of a page. Both widths share a left edge, so that nothing jumps between pages. */
export function Page({ width, className, children }: PageProps) {
  return (
    <div className="mx-auto max-w-7xl">
      <div className={classNames(width === 'text' && 'max-w-4xl', className)}>{children}</div>
    </div>
  );
}
