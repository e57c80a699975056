import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { Approval, toApproval } from '../approvals/approval.js';
import { defineOperation } from '../define-operation.js';
import { CopilotTurn } from '../schemas/copilot.js';

export const decideCopilotApproval = defineOperation({
  name: 'copilot.decide_approval',
  summary: 'Approve or deny what the copilot asks for',
  description:
    'The answer goes on once all that it asks for is decided: follow it with copilot.follow_turn. `input` runs in place of what was proposed, for the same record. What has changed since you were asked stays as it is, and the copilot is told so.',
  tier: 2,
  affects: ['approvals', 'inbox'],
  http: { method: 'POST', path: '/copilot/approvals/:approvalId/decision', status: 202 },
  input: z.strictObject({
    approvalId: Id,
    decision: z.enum(['approve', 'deny']),
    input: z.record(z.string(), z.unknown()).optional().describe('What you have made of the input, whole.'),
    reason: text(500).optional().describe('Why not; the copilot is told.'),
  }),
  output: z.object({ approval: Approval, turn: CopilotTurn }),
  run: async ({ approvalId, decision, input, reason }, { clients, baseUrl }) => {
    const { turn } = await clients.turns.decideApproval({
      approvalId,
      decision: decision === 'approve' ? 'approved' : 'denied',
      ...(input && { inputJson: JSON.stringify(input) }),
      reason,
    });
    const { approval } = await clients.approvals.getApproval({ approvalId });
    return { approval: toApproval(approval, { baseUrl }), turn };
  },
});
