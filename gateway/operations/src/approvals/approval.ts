import { required } from '@svc/chassis/grpc/required';
import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { Approval as Stored } from '@svc/proto/identity/v1/approval_service';
import { z } from 'zod';
import type { SurfaceContext } from '../run/operation-context.js';

export const ApprovalStatus = z
  .enum(['pending', 'approved', 'denied', 'executing', 'used', 'expired', 'unconfirmed'])
  .describe(
    '`executing`: a call has claimed it. `unconfirmed`: a call claimed it but never reported the outcome, so the change may have been made; read the record before asking again.',
  );

/** A single call that an agent or the copilot wants to make. */
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
    /** The agent's connection; null for adapters and the copilot. */
    connectionId: Id.nullable(),
    /** The name the agent gave itself; null for adapters and the copilot. */
    agentName: z.string().nullable(),
    conversationId: Id.nullable().describe('The conversation in which the copilot asked; null for agents.'),
    createdAt: Timestamp,
    /** Deadline for deciding it, or for using it once approved. */
    expiresAt: Timestamp,
    decidedAt: NullableTimestamp,
    decidedBy: z.enum(['user', 'adapter']).nullable(),
    usedAt: NullableTimestamp,
    withdrawnAt: NullableTimestamp.describe(
      'When the copilot withdrew it, because its answer ended first: its status is then `expired`. Null otherwise.',
    ),
    /** URL of the page where the user decides. */
    approvalUrl: z.string(),
  })
  .meta({ id: 'Approval' });

/** A field of a record before and after the change. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** An approval as shown to the user. */
export const ShownApproval = Approval.extend({
  /** Null a day after the approval ends. */
  input: z.record(z.string(), z.unknown()).nullable(),
  /** What would change; null when unknown. */
  diff: z.array(FieldChange).nullable(),
}).meta({ id: 'ShownApproval' });

/** Maps an approval to the field names of the public API. */
export function toApproval(answered: Stored | null | undefined, { baseUrl }: Pick<SurfaceContext, 'baseUrl'>) {
  const stored = required(answered, 'approval');
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

/** Maps an approval, including the changes its call would make. */
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
