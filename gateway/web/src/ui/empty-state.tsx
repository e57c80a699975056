import type { ReactNode } from 'react';

/** What an empty list will show, and the one action to start. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong px-6 py-12 text-center">
      <div className="max-w-md text-soft">{children}</div>
      {action}
    </div>
  );
}
