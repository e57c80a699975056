import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Approval, toApproval } from './approval.js';

export const approve = defineOperation({
  name: 'approvals.approve',
  summary: 'Approve a call by an agent or the copilot',
  description:
    'The agent can make exactly this call, once, within 15 minutes. The copilot makes it once you have decided everything it asks for in its answer.',
  tier: 2,
  affects: ['inbox', 'deals', 'contacts', 'influencers', 'payments', 'tasks', 'activity', 'copilot', 'overview'],
  http: { method: 'POST', path: '/approvals/:approvalId/approve' },
  input: z.strictObject({ approvalId: Id }),
  output: Approval,
  run: async ({ approvalId }, { clients, baseUrl }) =>
    toApproval((await clients.approvals.decideApproval({ approvalId, decision: 'approved' })).approval, { baseUrl }),
});
