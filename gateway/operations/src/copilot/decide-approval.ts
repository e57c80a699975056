import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { Approval, toApproval } from '../approvals/approval.js';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotTurn } from '../schemas/copilot.js';

export const decideCopilotApproval = defineOperation({
  name: 'copilot.decide_approval',
  summary: 'Approve or deny a call that the copilot asks for',
  description:
    'The turn continues once everything it asks for is decided: follow it with copilot.follow_turn. `input` replaces the proposed input, for the same record. A record that has changed since you were asked stays unchanged, and the copilot is told.',
  tier: 2,
  affects: ['approvals', 'inbox'],
  http: { method: 'POST', path: '/copilot/approvals/:approvalId/decision', status: 202 },
  input: z.strictObject({
    approvalId: Id,
    decision: z.enum(['approve', 'deny']),
    input: z.record(z.string(), z.unknown()).optional().describe('Your edited input, in full.'),
    reason: text(500).optional().describe('Reason for denying, which the copilot sees.'),
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
