import { appError, forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { Approval, ConfirmApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { isSecret } from '../authentication/compare-secret.js';
import { findApproval, updateDecision } from './approval-repo.js';

/** The two words of a user. Throws VALIDATION_ERROR for another one. */
export function readDecision(decision: string): 'approved' | 'denied' {
  if (decision === 'approved' || decision === 'denied') return decision;
  throw invalidInput('decision', 'must be approved or denied.');
}

/** Decides a pending approval. Throws NOT_FOUND, or INVALID_TRANSITION when it is decided, has expired, or its agent is gone. */
export async function decideApproval(
  tx: Tx,
  userId: string,
  approvalId: string,
  decision: { readonly status: 'approved' | 'denied'; readonly by: 'user' | 'adapter' },
): Promise<Approval> {
  const isDecided = await updateDecision(tx, userId, approvalId, decision);
  const approval = await findApproval(tx, userId, approvalId);
  if (!approval) throw noSuch('approval');
  if (isDecided) return approval;
  throw appError(
    'INVALID_TRANSITION',
    `This approval is ${approval.status}, so it cannot be decided any more. Let the agent ask again.`,
  );
}

/**
 * Approves for a user on the word of an adapter of the operator. Throws FORBIDDEN for users and for agents with a connection,
 * whatever they know, and for adapters that do not know the second secret, which is nobody while it is not set.
 */
export async function confirmApproval(
  tx: Tx,
  user: UserPrincipal,
  { approvalId, confirmSecret }: ConfirmApprovalRequest,
  expectedSecrets: readonly string[] | undefined,
): Promise<Approval> {
  const isAdapter = user.kind === 'agent' && user.agent.requestId === null;
  // Compared in any case, so that the time tells nothing of who is asked for what.
  const knowsSecret = isSecret(confirmSecret, expectedSecrets);
  if (!isAdapter || !knowsSecret) {
    throw forbidden('Agents cannot approve what agents ask for. The user must do it in the product itself.');
  }
  return decideApproval(tx, user.userId, approvalId, { status: 'approved', by: 'adapter' });
}
