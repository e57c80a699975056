import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ApproveAuthorizationRequestRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { lockCaller } from '../../accounts/lock-caller.js';
import type { SignInLimit } from '../../accounts/sign-in-limit.js';
import { type AuthorizationRequestRow, updateDecision } from '../authorization-request-repo.js';
import { countOpenConnections } from '../connections/connection-repo.js';
import { updateClientApproval } from '../device-flow/oauth-client-repo.js';
import { alreadyDecided, checkUndecided } from './decided.js';
import { confirmSignIn } from './recent-sign-in.js';

/** Maximum concurrent agent connections per user. */
const CONNECTIONS_MAX = 25;

/**
 * Verifies that the caller may approve an agent. Throws NOT_FOUND, INVALID_TRANSITION when the request is decided or has expired, and
 * PASSWORD_REQUIRED, INVALID_CREDENTIALS or RATE_LIMITED when the user must confirm the sign-in.
 */
export async function prepareApproval(
  db: Db,
  signInLimit: SignInLimit,
  user: SignedInPrincipal,
  { requestId, password }: ApproveAuthorizationRequestRequest,
): Promise<void> {
  await checkUndecided(db, requestId);
  await confirmSignIn(db, signInLimit, user, password);
}

/** Approves the agent, which may then act for the caller. Throws INVALID_TRANSITION, or CONFLICT when too many agents are connected. */
export async function approveAuthorizationRequest(
  tx: Tx,
  user: SignedInPrincipal,
  requestId: string,
): Promise<AuthorizationRequestRow> {
  // The lock on the user serializes a user's approvals, so that concurrent ones cannot exceed the limit.
  const account = await lockCaller(tx, user);
  if ((await countOpenConnections(tx, account.id)) >= CONNECTIONS_MAX) {
    throw appError('CONFLICT', `Your account has ${CONNECTIONS_MAX} connected agents, the maximum. Revoke one first.`);
  }
  const approved = await updateDecision(tx, account.id, requestId, 'approved');
  if (!approved) throw alreadyDecided();
  if (approved.clientId !== null) await updateClientApproval(tx, approved.clientId);
  return approved;
}
