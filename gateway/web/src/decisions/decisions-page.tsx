import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { operationQuery, PAGE_ROWS } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { visible, type Approval } from './change-texts.js';
import { DecisionCard } from './decision-card.js';
import { LOOK_MS, TimeLeft } from './time-left.js';

/** Decided ones that are shown. */
const DECIDED_ROWS = 20;

/** What agents want to do and may not without a word of the user: what waits first, then what became of the others. */
export function DecisionsPage() {
  const { approval } = useSearch({ from: '/app/decisions' });
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
  const openId = approval ?? first;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title="Approvals" about="What agents may not do without you." />
      {pending.isError && <Notice tone="bad">{describeError(pending.error)}</Notice>}
      {pending.isPending && <SkeletonRows rows={3} rowClass="flex h-10 items-center" />}
      {pending.isSuccess && waiting.length === 0 && (
        <div className="mb-6">
          <EmptyState>Nothing waits for you. Writes of agents that need your approval stand here.</EmptyState>
        </div>
      )}
      {waiting.length > 0 && <ApprovalList title="Waiting" approvals={waiting.toReversed()} openId={openId} />}
      {decided.length > 0 && <ApprovalList title="Decided" approvals={decided} openId={openId} />}
    </div>
  );
}

interface ApprovalListProps {
  readonly title: string;
  readonly approvals: readonly Approval[];
  readonly openId: string | undefined;
}

function ApprovalList({ title, approvals, openId }: ApprovalListProps) {
  const { count } = useFormats();
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-1.5 font-semibold">
        {title} <span className="font-normal text-soft">{count(approvals.length)}</span>
      </h2>
      <ul className="rounded-md border border-line bg-surface">
        {approvals.map((each) => (
          <li key={each.approvalId} className="border-b border-line px-4 py-3 last:border-b-0">
            <ApprovalHead approval={each} isOpen={each.approvalId === openId} />
            {each.approvalId === openId && <DecisionCard key={each.approvalId} approvalId={each.approvalId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUSES: Readonly<Record<Approval['status'], readonly [string, Tone]>> = {
  pending: ['Waits', 'accent'],
  approved: ['Approved', 'good'],
  denied: ['Denied', 'bad'],
  expired: ['Expired', 'plain'],
  executing: ['Running', 'accent'],
  used: ['Done', 'good'],
  unconfirmed: ['Perhaps done', 'warn'],
};

function ApprovalHead({ approval, isOpen }: { readonly approval: Approval; readonly isOpen: boolean }) {
  const navigate = useNavigate();
  const { time } = useFormats();
  const { approvalId, summary, agentName, status, destructive, expiresAt, decidedAt, createdAt } = approval;
  const [label, tone] = STATUSES[status];
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-left font-medium hover:underline pointer-coarse:min-h-11"
          onClick={() => void navigate({ to: '/decisions', search: { approval: approvalId }, replace: true })}
        >
          <bdi>{visible(summary)}</bdi>
        </button>
        <p className="text-soft">
          <bdi>{agentName === null ? 'An adapter of this installation' : visible(agentName)}</bdi>, {time(createdAt)}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {destructive && <Chip tone="bad">Deletes</Chip>}
        {status === 'pending' ? <TimeLeft until={expiresAt} /> : <Chip tone={tone}>{label}</Chip>}
        {decidedAt !== null && time(decidedAt)}
      </p>
    </div>
  );
}
