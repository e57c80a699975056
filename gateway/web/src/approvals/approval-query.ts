import { useQuery } from '@tanstack/react-query';
import { operationQuery, PAGE_ROWS } from '../api/queries.js';
import type { ShownApproval } from './change-texts.js';
import { LOOK_MS } from './time-left.js';

/** An approval, polled while it is shown. */
export function useApproval(approvalId: string) {
  return useQuery({ ...operationQuery('approvals.get', { approvalId }), refetchInterval: LOOK_MS });
}

/** A polled approval, if one is selected. */
export function useOpenedApproval(approvalId: string | undefined): ShownApproval | undefined {
  const query = operationQuery('approvals.get', { approvalId: approvalId ?? '' });
  return useQuery({ ...query, enabled: approvalId !== undefined, refetchInterval: LOOK_MS }).data;
}

/** Pending approvals, newest first, refreshed while the page is visible. */
export function usePendingApprovals() {
  // Only shown queries are refetched.
  return useQuery({
    ...operationQuery('approvals.list', { status: 'pending', limit: PAGE_ROWS }),
    refetchInterval: LOOK_MS,
  });
}

/** Whether the pending approvals, and the one that opens automatically, have loaded or failed. */
export function usePendingApprovalsRead(): boolean {
  const pending = usePendingApprovals();
  const newest = pending.data?.items[0]?.approvalId;
  const opened = useQuery({
    ...operationQuery('approvals.get', { approvalId: newest ?? '' }),
    enabled: newest !== undefined,
  });
  return !pending.isPending && (newest === undefined || !opened.isPending);
}
