import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { ApprovalList } from './approval-list.js';
import { useOpenedApproval, usePendingApprovals } from './approval-query.js';
import { DenyAll } from './deny-all.js';

/**
 * Agents' calls that need the user's approval. The newest is open, and stays open with its outcome once decided, so that no key press meant for it
 * can affect the next one.
 */
export function PendingApprovals() {
  const [chosen, choose] = useState<string>();
  const pending = usePendingApprovals();
  const waiting = pending.data?.items ?? [];
  const [first, setFirst] = useState<string>();
  const newest = waiting[0]?.approvalId;
  if (first === undefined && newest !== undefined) setFirst(newest);
  const openId = chosen ?? first;
  const opened = useOpenedApproval(openId);
  const isDecided = opened !== undefined && waiting.every(({ approvalId }) => approvalId !== openId);
  const shown = isDecided ? [...waiting, opened].toSorted(byNewest) : waiting;
  if (pending.isPending) return <SkeletonRows rows={2} rowClass="flex h-10 items-center" />;
  return (
    <>
      {pending.isError && <Notice tone="bad">{describeError(pending.error)}</Notice>}
      {shown.length > 0 && (
        <ApprovalList
          title="Approvals"
          approvals={shown}
          openId={openId}
          open={choose}
          action={<DenyAll approvalIds={waiting.map(({ approvalId }) => approvalId)} />}
          {...(waiting.length > 0 && pending.data && { total: pending.data.total })}
        >
          {isDecided && (
            <p className="mt-2">
              <Link to="/approvals" className={TEXT_LINK}>
                Approval history
              </Link>
            </p>
          )}
        </ApprovalList>
      )}
    </>
  );
}

function byNewest(one: { readonly createdAt: string }, other: { readonly createdAt: string }): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt);
}
