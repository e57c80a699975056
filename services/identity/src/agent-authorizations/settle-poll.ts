import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ConnectedAccount } from '@svc/proto/identity/v1/agent_authorization_service';
import { findUser } from '../accounts/user-repo.js';
import { hashToken, newToken } from '../sessions/session-token.js';
import { findPolledRequest, type PolledRequest, updateClaim, updatePoll } from './authorization-request-repo.js';

/** Seconds by which the interval grows when a client polls early (RFC 8628 section 3.5). */
const SLOW_DOWN_SECONDS = 5;
/** Seconds by which a poll may be early, because network delays vary. */
const GRACE_SECONDS = 0.5;

/** An issued token; it appears nowhere else. */
export interface IssuedToken {
  readonly state: 'issued';
  readonly accessToken: string;
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
  readonly scopes: readonly string[];
  /** The account that the token gives access to. */
  readonly account: ConnectedAccount;
}

/** The outcome of a poll. */
export type PollOutcome =
  | IssuedToken
  | { readonly state: 'pending' | 'denied' | 'expired' }
  /** The client must now wait this many seconds between polls. */
  | { readonly state: 'early'; readonly intervalSeconds: number }
  /** Another poll got the token; `connection` is the current state. */
  | { readonly state: 'claimed'; readonly connection: 'approved' | 'denied' | 'expired' };

/**
 * Settles a poll with a device code: records it, and issues the token of an approved request. The request is locked during this, so that of
 * concurrent polls only one gets the token. Null when no request has the code, or none that `isAsked` accepts.
 */
export async function settlePoll(
  tx: Tx,
  deviceCode: string,
  isAsked: (request: PolledRequest) => boolean,
): Promise<PollOutcome | null> {
  const request = await findPolledRequest(tx, hashToken(deviceCode), GRACE_SECONDS);
  if (!request || !isAsked(request)) return null;
  const refusal = refusalOf(request);
  if (refusal !== null) {
    await updatePoll(tx, request.id, refusal.state === 'early' ? SLOW_DOWN_SECONDS : 0);
    return refusal;
  }
  const account = await findAccount(tx, request.userId);
  if (!account) return { state: 'denied' };
  const accessToken = `svc_at_${newToken()}`;
  const token = { hash: hashToken(accessToken), lastFour: accessToken.slice(-4) };
  const claimed = await updateClaim(tx, request.id, token);
  return { state: 'issued', accessToken, ...claimed, scopes: request.scopes, account };
}

/** Returns why the request yields no token (yet); null when it does. */
function refusalOf(request: PolledRequest): Exclude<PollOutcome, IssuedToken> | null {
  if (request.isClaimed) return { state: 'claimed', connection: connectionOf(request) };
  if (request.status === 'denied') return { state: 'denied' };
  if (request.isExpired) return { state: 'expired' };
  if (request.status === 'approved') return null;
  if (!request.isEarly) return { state: 'pending' };
  return { state: 'early', intervalSeconds: request.pollIntervalSeconds + SLOW_DOWN_SECONDS };
}

function connectionOf({ status, isTokenExpired }: PolledRequest): 'approved' | 'denied' | 'expired' {
  if (status === 'denied') return 'denied';
  return isTokenExpired ? 'expired' : 'approved';
}

/** Returns the account of the user who approved; null when it is deleted or disabled. */
async function findAccount(tx: Tx, userId: string | null): Promise<ConnectedAccount | null> {
  const user = userId === null ? null : await findUser(tx, userId);
  return user === null || user.disabledAt !== null ? null : { name: user.name, email: user.email };
}
