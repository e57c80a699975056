import type { Db } from '@svc/chassis/postgres/pool';
import { updateDecision, type AuthorizationRequestRow } from './authorization-request-repo.js';
import { alreadyDecided, checkUndecided } from './decided.js';

/** Refuses the agent. Throws NOT_FOUND, or INVALID_TRANSITION when the request is decided or has expired. */
export async function denyAuthorizationRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<AuthorizationRequestRow> {
  await checkUndecided(db, requestId);
  const denied = await updateDecision(db, userId, requestId, 'denied');
  if (!denied) throw alreadyDecided();
  return denied;
}
