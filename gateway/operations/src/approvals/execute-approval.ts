import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const executeApproval = defineOperation({
  name: 'approvals.execute',
  summary: 'Make a call approved by the user',
  description:
    "Returns the operation's result in `output`. Use it once the user has approved; until then it is refused. It runs once, with the approved input. The token needs the scope of that operation.",
  tier: 1,
  scope: 'svc.write.sensitive',
  otherScopes: ['svc.memory'],
  audience: 'agents',
  core: true,
  http: { method: 'POST', path: '/approvals/:approvalId/execute', status: 200 },
  input: z.strictObject({ approvalId: Id }),
  output: z.object({
    approvalId: Id,
    operation: z.string(),
    output: z.unknown().describe('Null when the operation returns nothing.'),
  }),
  run: async ({ approvalId }, { runApproval }) => {
    const { operation, output = null } = await runApproval(approvalId);
    return { approvalId, operation, output };
  },
});
