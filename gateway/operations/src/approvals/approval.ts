import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { Approval as Stored } from '@svc/proto/identity/v1/approval_service';
import { z } from 'zod';
import type { SurfaceContext } from '../operation-context.js';

export const ApprovalStatus = z
  .enum(['pending', 'approved', 'denied', 'executing', 'used', 'expired', 'unconfirmed'])
  .describe(
    '`executing`: a call has claimed it. `unconfirmed`: a call claimed it and never reported the outcome, so the change may have been made: read the record before you ask again.',
  );

/** One call that an agent or the copilot wants to make. */
export const Approval = z
  .object({
    approvalId: Id,
    operation: z.string(),
    /** What the call does, in the product's words. */
    summary: z.string(),
    /** The agent's reason, for the user to judge; null without one. */
    agentSays: z.string().nullable(),
    tier: z.int(),
    destructive: z.boolean(),
    status: ApprovalStatus,
    /** Connection of the agent; null for an adapter of the operator, and for the copilot. */
    connectionId: Id.nullable(),
    /** Name that the agent gave itself; null for an adapter, and for the copilot. */
    agentName: z.string().nullable(),
    conversationId: Id.nullable().describe('The conversation in which the copilot asks; null for agents.'),
    createdAt: Timestamp,
    /** Until when it can be decided, or once approved, used. */
    expiresAt: Timestamp,
    decidedAt: NullableTimestamp,
    decidedBy: z.enum(['user', 'adapter']).nullable(),
    usedAt: NullableTimestamp,
    /** Address of the page where the user decides. */
    approvalUrl: z.string(),
  })
  .meta({ id: 'Approval' });

/** One field of a record, as it is and as it would be. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** An approval as shown to the user. */
export const ShownApproval = Approval.extend({
  /** Null once the approval has ended a day ago. */
  input: z.record(z.string(), z.unknown()).nullable(),
  /** What would change; null when unknown. */
  diff: z.array(FieldChange).nullable(),
}).meta({ id: 'ShownApproval' });

/** An approval as the public API names its fields. */
export function toApproval(stored: Stored | null | undefined, { baseUrl }: Pick<SurfaceContext, 'baseUrl'>) {
  if (!stored) throw new Error('Identity answered no approval.');
  const { id: approvalId, connectionId = null, agentName = null, decidedBy = null, agentSays = null, ...rest } = stored;
  return {
    ...rest,
    conversationId: stored.conversationId ?? null,
    approvalId,
    connectionId,
    agentName,
    decidedBy,
    agentSays,
    approvalUrl: `${baseUrl}/approvals/${approvalId}`,
  };
}

/** The same with the changes that the call would make. */
export function toShownApproval(stored: Stored | null | undefined, context: Pick<SurfaceContext, 'baseUrl'>) {
  return {
    ...toApproval(stored, context),
    input: parse(stored?.inputJson) as z.output<typeof ShownApproval>['input'],
    diff: parse(stored?.diffJson) as z.output<typeof ShownApproval>['diff'],
  };
}

function parse(json: string | null | undefined): unknown {
  return typeof json === 'string' ? JSON.parse(json) : null;
}
