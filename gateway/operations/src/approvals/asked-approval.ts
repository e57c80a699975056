import { NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { ApprovalStatus, FieldChange } from './approval.js';

/** An approval as the agent that asks for it sees it. */
export const AskedApproval = z
  .object({
    approvalId: z.uuid(),
    status: ApprovalStatus,
    summary: z.string().describe("What the call does, in the product's words."),
    agentSays: z.string().nullable().describe('What you said of it; the user sees it as your words.'),
    expiresAt: NullableTimestamp,
    approvalUrl: z.string().describe('Page where the user decides.'),
    diff: z.array(FieldChange).nullable().describe('What would change; null for agents that may not read the record.'),
  })
  .meta({ id: 'AskedApproval' });
