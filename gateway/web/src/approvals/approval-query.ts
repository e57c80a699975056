import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/queries.js';
import { LOOK_MS } from './time-left.js';

/** An approval as it is, read again while somebody looks at it. */
export function useApproval(approvalId: string) {
  return useQuery({ ...operationQuery('approvals.get', { approvalId }), refetchInterval: LOOK_MS });
}
