import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { findUser } from '../accounts/user-repo.js';
import { hashToken, newToken } from '../sessions/session-token.js';
import { findPolledRequest, updateClaim, updatePoll, type PolledRequest } from './authorization-request-repo.js';
import { checkClient } from './check-client.js';
import { oauthError, type OAuthErrorCode } from './oauth-error.js';
import type { Family } from './scopes.js';

/** Seconds by which the interval grows when a client polls early (RFC 8628 section 3.5). */
const SLOW_DOWN_SECONDS = 5;
/** Seconds that a poll may come too soon: two requests do not take equally long on their way. */
const GRACE_SECONDS = 0.5;

export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

type Refusal = Exclude<OAuthErrorCode, 'invalid_client' | 'invalid_client_metadata' | 'invalid_scope'>;

const MESSAGES: Readonly<Record<Refusal, string>> = {
  access_denied: 'The user has refused, or may not let anybody in any more. Stop polling.',
  authorization_pending: 'The user has not decided yet. Poll again after the interval.',
  expired_token: 'The codes have expired. Start a new device authorization.',
  invalid_grant: 'The device code is unknown, was given to another client, or has been redeemed. Start anew.',
  slow_down: 'Polled too soon. Wait five seconds longer between two polls from now on.',
};

/**
 * Gives the token of an approved request, in one answer only (RFC 8628 section 3.4). Throws `authorization_pending`, `slow_down`,
 * `access_denied`, `expired_token`, `invalid_grant` or `invalid_client`.
 */
export async function redeemDeviceCode(
  pool: Pool,
  family: Family,
  { clientId, deviceCode }: { readonly clientId: string; readonly deviceCode: string },
): Promise<IssuedToken> {
  const client = await checkClient(pool, family, clientId);
  const outcome = await inTransaction(pool, (tx) => settlePoll(tx, client.id, hashToken(deviceCode)));
  // Thrown here, as the poll is to stay noted.
  if (typeof outcome === 'string') throw oauthError(outcome, MESSAGES[outcome]);
  return outcome;
}

/** The request stays locked meanwhile, so of polls that come together one gets the token. */
async function settlePoll(tx: Tx, clientId: string, deviceCodeHash: Buffer): Promise<IssuedToken | Refusal> {
  const request = await findPolledRequest(tx, deviceCodeHash, GRACE_SECONDS);
  if (request?.clientId !== clientId) return 'invalid_grant';
  const refusal = refusalOf(request);
  if (refusal !== null) {
    await updatePoll(tx, request.id, refusal === 'slow_down' ? SLOW_DOWN_SECONDS : 0);
    return refusal;
  }
  if (!(await mayLetIn(tx, request.userId))) return 'access_denied';
  const accessToken = `svc_at_${newToken()}`;
  const token = { hash: hashToken(accessToken), lastFour: accessToken.slice(-4) };
  const expiresInSeconds = await updateClaim(tx, request.id, token);
  return { accessToken, expiresInSeconds, scope: request.scopes.join(' ') };
}

/** Why the request gives no token, or no token yet; null when it gives one. A code that is redeemed tells nothing more. */
function refusalOf(request: PolledRequest): Refusal | null {
  if (request.isClaimed) return 'invalid_grant';
  if (request.status === 'denied') return 'access_denied';
  if (request.isExpired) return 'expired_token';
  if (request.status === 'approved') return null;
  return request.isEarly ? 'slow_down' : 'authorization_pending';
}

/** Whether the user who approved is still one. */
async function mayLetIn(tx: Tx, userId: string | null): Promise<boolean> {
  const user = userId === null ? null : await findUser(tx, userId);
  return user !== null && user.disabledAt === null;
}
