import { AppError, notFound } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { SignedInPrincipal } from '@svc/chassis/principal';
import type { ApproveAuthorizationRequestRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import { findUser } from '../accounts/user-repo.js';
import { updateDecision, type AuthorizationRequestRow } from './authorization-request-repo.js';
import { countOpenConnections } from './connection-repo.js';
import { alreadyDecided, checkUndecided } from './decided.js';
import { updateClientApproval } from './oauth-client-repo.js';
import { confirmSignIn } from './recent-sign-in.js';

/** Most agents that may act for one user at a time. */
const CONNECTIONS_MAX = 25;

/**
 * Lets the agent act for the caller. Throws NOT_FOUND, INVALID_TRANSITION when it is decided or has expired, CONFLICT when too
 * many agents are connected, and PASSWORD_REQUIRED, INVALID_CREDENTIALS or RATE_LIMITED when the sign-in has to be confirmed.
 */
export async function approveAuthorizationRequest(
  pool: Pool,
  signInLimit: SignInLimit,
  principal: SignedInPrincipal,
  { requestId, password, clientAddress }: ApproveAuthorizationRequestRequest,
): Promise<AuthorizationRequestRow> {
  await checkUndecided(pool, requestId);
  await confirmSignIn(pool, signInLimit, principal, { password, address: clientAddress });
  return inTransaction(pool, async (tx) => {
    // The lock on the user makes approvals of one user follow each other, so that none slips past the count.
    const user = await findUser(tx, principal.userId, true);
    if (!user || user.disabledAt) throw notFound('account');
    if ((await countOpenConnections(tx, user.id)) >= CONNECTIONS_MAX) {
      throw new AppError(
        'wrong_state',
        'CONFLICT',
        `${CONNECTIONS_MAX} agents are connected to your account, which is the most. Disconnect one first.`,
      );
    }
    const approved = await updateDecision(tx, user.id, requestId, 'approved');
    if (!approved) throw alreadyDecided();
    if (approved.clientId !== null) await updateClientApproval(tx, approved.clientId);
    return approved;
  });
}
