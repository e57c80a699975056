import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Approval, ApprovalStatus, toApproval } from './approval.js';

export const listApprovals = defineOperation({
  name: 'approvals.list',
  summary: 'List approvals that agents and the copilot have requested, newest first',
  tier: 0,
  http: { method: 'GET', path: '/approvals' },
  input: z.strictObject({ ...pageInput, status: ApprovalStatus.optional() }),
  output: listOf(Approval),
  run: async (input, { clients, baseUrl }) => {
    const { approvals, totalSize } = await clients.approvals.listApprovals(pageRequest(input));
    return page(
      approvals.map((approval) => toApproval(approval, { baseUrl })),
      totalSize,
      input,
    );
  },
});
