import type { Tx } from '@svc/chassis/postgres/transaction';
import { type AuthorizationRequestRow, updateDecision } from '../authorization-request-repo.js';
import { alreadyDecided, checkUndecided } from './decided.js';

/** Denies the agent. Throws NOT_FOUND, or INVALID_TRANSITION when the request is decided or has expired. */
export async function denyAuthorizationRequest(
  tx: Tx,
  userId: string,
  requestId: string,
): Promise<AuthorizationRequestRow> {
  await checkUndecided(tx, requestId);
  const denied = await updateDecision(tx, userId, requestId, 'denied');
  if (!denied) throw alreadyDecided();
  return denied;
}
