import type { ReactNode } from 'react';
import { describeError } from '../api/api-error.js';
import { Notice } from '../ui/notice.js';

interface InboxCardProps {
  /** The question, in one sentence. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons that decide. */
  readonly actions: ReactNode;
  /** Why a decision failed. */
  readonly error: unknown;
}

/** A pending item, with its actions. */
export function InboxCard({ title, children, actions, error }: InboxCardProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <p className="font-medium">{title}</p>
        {children}
        {error !== undefined && error !== null && (
          <div className="mt-2">
            <Notice tone="bad">{describeError(error)}</Notice>
          </div>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>
    </li>
  );
}
