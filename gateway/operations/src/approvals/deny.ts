import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Approval, toApproval } from './approval.js';

export const deny = defineOperation({
  name: 'approvals.deny',
  summary: 'Deny a call by an agent or the copilot',
  tier: 2,
  affects: ['inbox', 'copilot'],
  http: { method: 'POST', path: '/approvals/:approvalId/deny' },
  input: z.strictObject({ approvalId: Id }),
  output: Approval,
  run: async ({ approvalId }, { clients, baseUrl }) =>
    toApproval((await clients.approvals.decideApproval({ approvalId, decision: 'denied' })).approval, { baseUrl }),
});
