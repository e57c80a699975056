import { type ReactNode, useRef } from 'react';
import { useNextFocus } from './next-focus.js';

interface OverviewSectionProps {
  readonly title: string;
  /** Beside the title, such as a sum. */
  readonly about?: ReactNode;
  /** On the right. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A titled part of the overview; an empty one is only its title. */
export function OverviewSection({ title, about, action, children }: OverviewSectionProps) {
  const section = useRef<HTMLElement>(null);
  const focus = useNextFocus(section);
  return (
    <section ref={section} aria-label={title} className="min-w-0" {...focus}>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {about !== undefined && <div className="min-w-0 text-soft [overflow-wrap:anywhere]">{about}</div>}
        {action !== undefined && <div className="ml-auto">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/** A list in a frame. */
export const OVERVIEW_LIST = 'divide-y divide-line rounded-md border border-line bg-surface';
