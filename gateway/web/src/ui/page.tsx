import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

interface PageProps {
  /** Tables and boards take all the room that there is; what is read line by line is narrower. */
  readonly width: 'list' | 'text';
  readonly className?: string;
  readonly children: ReactNode;
}

/** The frame of a page. Both widths begin at one left edge, so that nothing jumps from page to page. */
export function Page({ width, className, children }: PageProps) {
  return (
    <div className="mx-auto max-w-7xl">
      <div className={classNames(width === 'text' && 'max-w-4xl', className)}>{children}</div>
    </div>
  );
}
