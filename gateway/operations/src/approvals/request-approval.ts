import { NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ApprovalStatus, FieldChange } from './approval.js';

/** An approval as returned to the agent that requested it. */
const AskedApproval = z
  .object({
    approvalId: z.uuid(),
    status: ApprovalStatus,
    summary: z.string().describe("What the call does, in the product's words."),
    agentSays: z.string().nullable().describe('Your reason, shown to the user as your words.'),
    expiresAt: NullableTimestamp,
    approvalUrl: z.string().describe('Page where the user decides.'),
    diff: z.array(FieldChange).nullable().describe('What would change; null for agents that may not read the record.'),
  })
  .meta({ id: 'AskedApproval' });

export const requestApproval = defineOperation({
  name: 'approvals.request',
  summary: 'Ask the user to approve a sensitive write in advance',
  description:
    'Returns `approvalUrl` to show the user, and what would change. Use it for any tier 2 operation (contacts.create, payments.update), whether or not it is listed as a tool; then call approvals.execute. The approval is valid for exactly this operation and input. A sensitive call without an approval requests one automatically.',
  tier: 1,
  scope: 'svc.write.sensitive',
  audience: 'agents',
  core: true,
  http: {
    method: 'POST',
    path: '/approvals',
    status: 201,
    location: '/approvals/:approvalId',
    bodyBytesMax: 4_194_304,
    idempotencyKey: 'ignored',
  },
  input: z.strictObject({
    operation: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('Name of the operation, such as `deals.update`, or of its tool.'),
    input: z.record(z.string(), z.unknown()).describe('Input of the operation.'),
    summary: z.string().trim().min(1).max(500).optional().describe('Reason for the call, in words for the user.'),
  }),
  output: AskedApproval,
  run: ({ operation, input, summary }, { askForApproval }) => askForApproval({ operation, input }, summary),
});
