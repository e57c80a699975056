import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { isUnreadable, operationQuery, PAGE_ROWS } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { ApprovalCard, ApprovalSheet } from './approval-card.js';
import { useApproval } from './approval-query.js';
import { askerOf, visible, type Approval } from './change-texts.js';
import { LOOK_MS, TimeLeft } from './time-left.js';

/** Decided ones that are shown. */
const DECIDED_ROWS = 20;

/** What agents want to do and may not without a word of the user: what waits first, then what became of the others. */
export function ApprovalsPage() {
  const [chosen, choose] = useState<string>();
  // Queries that nobody looks at are not read again.
  const pending = useQuery({
    ...operationQuery('approvals.list', { status: 'pending', limit: PAGE_ROWS }),
    refetchInterval: LOOK_MS,
  });
  const latest = useQuery({ ...operationQuery('approvals.list', { limit: PAGE_ROWS }), refetchInterval: LOOK_MS });
  const waiting = pending.data?.items ?? [];
  const decided = (latest.data?.items ?? []).filter(({ status }) => status !== 'pending').slice(0, DECIDED_ROWS);
  // Without a choice the one that waited longest is open. It stays so once it is decided: no key meant for it may reach the next one.
  const [first, setFirst] = useState<string>();
  const longest = waiting.at(-1)?.approvalId;
  if (first === undefined && longest !== undefined) setFirst(longest);
  const openId = chosen ?? first;
  const opening = { openId, open: choose };
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title="Approvals" about="Agent and copilot actions waiting for your approval" />
      {pending.isError && <Notice tone="bad">{describeError(pending.error)}</Notice>}
      {pending.isPending && <SkeletonRows rows={3} rowClass="flex h-10 items-center" />}
      {pending.isSuccess && waiting.length === 0 && (
        <div className="mb-6">
          <EmptyState>
            Nothing to approve. Actions of agents and the copilot that need your approval show up here.
          </EmptyState>
        </div>
      )}
      {waiting.length > 0 && <ApprovalList title="Waiting" approvals={waiting.toReversed()} {...opening} />}
      {decided.length > 0 && <ApprovalList title="Decided" approvals={decided} {...opening} />}
    </div>
  );
}

/** One call of an agent on a page of its own, to which the agent sends its user. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/app/approvals/$approvalId' });
  const read = useApproval(approvalId);
  const { time } = useFormats();
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  const { summary, status, destructive, createdAt, expiresAt } = read.data;
  return (
    <div className="max-w-3xl">
      <p className="mb-2">
        <Link to="/approvals" className={TEXT_LINK}>
          Approvals
        </Link>
      </p>
      <PageHead title={visible(summary)} about={`Asked at ${time(createdAt)}`} />
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {destructive && <Chip tone="bad">Deletes</Chip>}
        <State status={status} expiresAt={expiresAt} />
      </p>
      <ApprovalSheet key={approvalId} approval={read.data} />
    </div>
  );
}

interface ApprovalListProps {
  readonly title: string;
  readonly approvals: readonly Approval[];
  readonly openId: string | undefined;
  readonly open: (approvalId: string) => void;
}

function ApprovalList({ title, approvals, openId, open }: ApprovalListProps) {
  const { count } = useFormats();
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-1.5 font-semibold">
        {title} <span className="font-normal text-soft">{count(approvals.length)}</span>
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {approvals.map((each) => (
          <li key={each.approvalId} className="border-b border-line px-4 py-3 last:border-b-0">
            <ApprovalHead approval={each} isOpen={each.approvalId === openId} open={open} />
            {each.approvalId === openId && <ApprovalCard key={each.approvalId} approvalId={each.approvalId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUSES: Readonly<Record<Approval['status'], readonly [string, Tone]>> = {
  pending: ['Waiting', 'accent'],
  approved: ['Approved', 'good'],
  denied: ['Denied', 'bad'],
  expired: ['Expired', 'plain'],
  executing: ['Running', 'accent'],
  used: ['Done', 'good'],
  unconfirmed: ['Maybe done', 'warn'],
};

function State({ status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>) {
  const [label, tone] = STATUSES[status];
  return status === 'pending' ? <TimeLeft until={expiresAt} /> : <Chip tone={tone}>{label}</Chip>;
}

interface ApprovalHeadProps {
  readonly approval: Approval;
  readonly isOpen: boolean;
  readonly open: (approvalId: string) => void;
}

function ApprovalHead({ approval, isOpen, open }: ApprovalHeadProps) {
  const { time } = useFormats();
  const { approvalId, summary, status, destructive, expiresAt, decidedAt, createdAt } = approval;
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
          <bdi>{askerOf(approval)}</bdi>, {time(createdAt)}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {destructive && <Chip tone="bad">Deletes</Chip>}
        <State status={status} expiresAt={expiresAt} />
        {decidedAt !== null && time(decidedAt)}
      </p>
    </div>
  );
}
