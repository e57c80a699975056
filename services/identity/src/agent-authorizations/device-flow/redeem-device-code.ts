import { oauthError, type OAuthErrorCode } from '@svc/chassis/errors/oauth-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { RedeemDeviceCodeResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import type { Family } from '../scopes.js';
import { type PollOutcome, settlePoll } from '../settle-poll.js';
import { checkClient } from './check-client.js';

const MESSAGES = {
  access_denied: 'The user has denied the request, or may no longer approve agents. Stop polling.',
  authorization_pending: 'The user has not decided yet. Poll again after the interval.',
  expired_token: 'The codes have expired. Start a new device authorization.',
  invalid_grant:
    'The device code is unknown, belongs to another client, or has been redeemed. Start a new device authorization.',
  slow_down: 'You polled too soon. From now on, wait five seconds longer between polls.',
} as const satisfies Partial<Record<OAuthErrorCode, string>>;

/** OAuth error codes by outcome. A redeemed code cannot be used again. */
const CODES = {
  pending: 'authorization_pending',
  early: 'slow_down',
  denied: 'access_denied',
  expired: 'expired_token',
  claimed: 'invalid_grant',
} as const satisfies Record<Exclude<PollOutcome['state'], 'issued'>, keyof typeof MESSAGES>;

/**
 * Returns the token of an approved request, once (RFC 8628 section 3.4). Throws `authorization_pending`, `slow_down`,
 * `access_denied`, `expired_token`, `invalid_grant` or `invalid_client`.
 */
export async function redeemDeviceCode(
  pool: Pool,
  family: Family,
  { clientId, deviceCode }: { readonly clientId: string; readonly deviceCode: string },
): Promise<RedeemDeviceCodeResponse> {
  const client = await checkClient(pool, family, clientId);
  const outcome = await inTransaction(pool, (tx) =>
    settlePoll(tx, deviceCode, (request) => request.clientId === client.id),
  );
  // Thrown after the transaction, so that the poll stays recorded.
  if (outcome?.state !== 'issued') {
    const code = outcome === null ? 'invalid_grant' : CODES[outcome.state];
    throw oauthError(code, MESSAGES[code]);
  }
  const { accessToken, lifetimeSeconds, scopes, account } = outcome;
  return { accessToken, expiresInSeconds: lifetimeSeconds, scope: scopes.join(' '), account };
}
