import type { ReactNode } from 'react';
import { useFormats } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import { RelativeTime } from '../ui/relative-time.js';
import { ApprovalCard } from './approval-card.js';
import { State } from './approval-outcome.js';
import { type Approval, askerOf, visible } from './change-texts.js';

interface ApprovalListProps {
  readonly title: string;
  /** Total number of calls, if known. */
  readonly total?: number;
  readonly approvals: readonly Approval[];
  readonly openId: string | undefined;
  readonly open: (approvalId: string) => void;
  /** An action on all of them, beside the title. */
  readonly action?: ReactNode;
  /** Content below the list. */
  readonly children?: ReactNode;
}

/** Calls of agents, one of which is open. */
export function ApprovalList({ title, total, approvals, openId, open, action, children }: ApprovalListProps) {
  const { count } = useFormats();
  return (
    <section aria-label={title} className="mb-6">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">
          {title} {total !== undefined && <span className="font-normal text-soft">{count(total)}</span>}
        </h2>
        {action}
      </div>
      <ul className="rounded-md border border-line bg-surface">
        {approvals.map((each) => (
          <li key={each.approvalId} className="border-b border-line px-4 py-3 last:border-b-0">
            <ApprovalHead approval={each} isOpen={each.approvalId === openId} open={open} />
            {each.approvalId === openId && <ApprovalCard key={each.approvalId} approvalId={each.approvalId} />}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

interface ApprovalHeadProps {
  readonly approval: Approval;
  readonly isOpen: boolean;
  readonly open: (approvalId: string) => void;
}

function ApprovalHead({ approval, isOpen, open }: ApprovalHeadProps) {
  const { approvalId, summary, destructive, decidedAt, createdAt } = approval;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-left font-medium hover:underline pointer-coarse:min-h-11"
          onClick={() => open(approvalId)}
        >
          <bdi>{visible(summary)}</bdi>
        </button>
        <p className="text-soft">
          <bdi>{askerOf(approval)}</bdi>, <RelativeTime at={createdAt} />
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {destructive && <Chip tone="bad">Deletes</Chip>}
        <State approval={approval} />
        {decidedAt !== null && <RelativeTime at={decidedAt} />}
      </p>
    </div>
  );
}
