import type { ReactNode } from 'react';
import { describeError } from '../api/api-error.js';
import { DecisionButtons } from '../ui/decision-buttons.js';
import { Notice } from '../ui/notice.js';

interface InboxCardProps {
  /** The question, in one sentence. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons that decide, the one that agrees last. */
  readonly actions: ReactNode;
  /** Why a decision failed. */
  readonly error: unknown;
}

/** A pending item, with its actions. */
export function InboxCard({ title, children, actions, error }: InboxCardProps) {
  return (
    <li className="flex flex-col gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">{title}</p>
        {children}
        {error !== undefined && error !== null && (
          <div className="mt-2">
            <Notice tone="bad">{describeError(error)}</Notice>
          </div>
        )}
      </div>
      <DecisionButtons>{actions}</DecisionButtons>
    </li>
  );
}
