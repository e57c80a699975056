import type { SignedInPrincipal, UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Approval, ConfirmApprovalRequest, DecideApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { isSecret } from '../authentication/compare-secret.js';
import { type Decision, findApproval, updateDecision } from './approval-repo.js';
import { INPUT_BYTES_MAX } from './request-approval.js';

/** Parses a decision. Throws VALIDATION_ERROR for an unknown one. */
function readDecision(decision: string): 'approved' | 'denied' {
  if (decision === 'approved' || decision === 'denied') return decision;
  throw invalidInput('decision', 'must be approved or denied.');
}

/** A decision in the notification to the copilot. */
export interface TurnDecision {
  readonly turnId: string;
  readonly approvalId: string;
  readonly status: 'approved' | 'denied';
  /** Session of the user who decided, for whom the turn continues. */
  readonly sessionId: string;
}

export const TURN_DECISION_TOPIC = 'turn-approvals';

/**
 * Decides a pending approval, and notifies the copilot if it requested it. Throws VALIDATION_ERROR, NOT_FOUND, or INVALID_TRANSITION when the
 * approval is decided or has expired, or its agent's connection has ended.
 */
export async function decideAsUser(
  tx: Tx,
  outbox: Pick<Outbox, 'enqueue'>,
  { userId, sessionId }: SignedInPrincipal,
  request: DecideApprovalRequest,
): Promise<Approval> {
  const { approvalId } = request;
  const status = readDecision(request.decision);
  const decision = { status, by: 'user' as const, edited: readEdit(status, request), reason: readReason(request) };
  const approval = await decideApproval(tx, userId, approvalId, decision);
  const { turnId } = approval;
  if (typeof turnId === 'string') {
    const payload: TurnDecision = { turnId, approvalId, status, sessionId };
    await outbox.enqueue(tx, { destination: 'copilot', topic: TURN_DECISION_TOPIC, payload });
  }
  return approval;
}

function readEdit(
  status: Decision['status'],
  { editedInputJson: json, editedInputHash: hash }: DecideApprovalRequest,
): Decision['edited'] {
  if (typeof json !== 'string') return undefined;
  if (status !== 'approved') throw invalidInput('input', 'must not be sent when the call is denied.');
  if (Buffer.byteLength(json) > INPUT_BYTES_MAX) throw invalidInput('input', 'must be less than 2 MB.');
  if (hash?.length !== 32) throw invalidInput('inputHash', 'must be 32 bytes.');
  return { json, hash };
}

function readReason({ reason }: DecideApprovalRequest): string | undefined {
  if (typeof reason !== 'string') return undefined;
  if (reason === '' || reason.length > 500) throw invalidInput('reason', 'must be 1 to 500 characters.');
  return reason;
}

/** Decides a pending approval. Throws NOT_FOUND, or INVALID_TRANSITION when it is decided or has expired, or its agent's connection has ended. */
async function decideApproval(tx: Tx, userId: string, approvalId: string, decision: Decision): Promise<Approval> {
  const isDecided = await updateDecision(tx, userId, approvalId, decision);
  const approval = await findApproval(
    tx,
    userId,
    approvalId,
    decision.by === 'adapter' ? { connectionId: null } : undefined,
  );
  if (!approval) throw noSuch('approval');
  if (isDecided) return approval;
  throw appError('INVALID_TRANSITION', `This approval ${UNDECIDABLE[approval.status] ?? 'can no longer be decided.'}`);
}

const ASK_AGAIN = 'Ask the agent to request a new one.';

/** Why an approval can no longer be decided, by status, and what to do. */
const UNDECIDABLE: Readonly<Record<string, string>> = {
  approved: 'is approved already: the agent can make the call now.',
  executing: 'is approved already, and its call is being made.',
  used: 'was approved, and its call has been made.',
  unconfirmed: 'was approved, and its call may have been made. Check the record.',
  denied: `is denied already. ${ASK_AGAIN}`,
  expired: `has expired. ${ASK_AGAIN}`,
};

/**
 * Approves on a user's behalf, as confirmed by an operator's adapter. Throws FORBIDDEN for users and for agents with a connection, even with the
 * secret, and for adapters without the second secret, which means all adapters while it is unset.
 */
export async function confirmApproval(
  tx: Tx,
  user: UserPrincipal,
  { approvalId, confirmSecret }: ConfirmApprovalRequest,
  expectedSecrets: readonly string[] | undefined,
): Promise<Approval> {
  const isAdapter = user.kind === 'agent' && user.agent.requestId === null;
  // Compared in every case, so that timing reveals nothing about pending approvals.
  const knowsSecret = isSecret(confirmSecret, expectedSecrets);
  if (!isAdapter || !knowsSecret) {
    throw forbidden('Agents cannot approve calls of agents. The user must approve the call in the product.');
  }
  return decideApproval(tx, user.userId, approvalId, { status: 'approved', by: 'adapter' });
}
