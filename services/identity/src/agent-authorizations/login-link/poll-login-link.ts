import { type AppError, noSuch, rateLimited } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { PollLoginLinkResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import { settlePoll } from '../settle-poll.js';

/** The connection state of an answer without a token, by the status of the request. */
const CONNECTION_STATES = {
  pending: 'waiting_for_approval',
  approved: 'token_already_claimed',
  denied: 'denied',
  expired: 'expired',
} as const;

/**
 * How a login link stands. The token of an approved one is in a single answer, whatever comes together; later polls are told
 * that it was claimed. Throws NOT_FOUND for a device code that is not this request's or belongs to the device flow, RATE_LIMITED for
 * a poll that comes too soon.
 */
export async function pollLoginLink(
  pool: Pool,
  { requestId, deviceCode }: { readonly requestId: string; readonly deviceCode: string },
): Promise<PollLoginLinkResponse> {
  const outcome = await inTransaction(pool, (tx) =>
    settlePoll(tx, deviceCode, ({ id, clientId }) => id === requestId && clientId === null),
  );
  // Thrown here, as the poll is to stay noted.
  if (!outcome) throw noSuch('login link');
  if (outcome.state === 'early') throw polledTooSoon(outcome.intervalSeconds);
  if (outcome.state === 'issued') {
    const { state: _state, lifetimeSeconds: _lifetime, scopes, ...issued } = outcome;
    return { status: 'approved', connectionState: 'token_issued', ...issued, scopes: [...scopes] };
  }
  const status = outcome.state === 'claimed' ? outcome.connection : outcome.state;
  return { status, connectionState: CONNECTION_STATES[status], scopes: [] };
}

function polledTooSoon(intervalSeconds: number): AppError {
  const policy = { name: 'login-link-poll', tries: 1, windowSeconds: intervalSeconds };
  const message = `Polled too soon. Wait ${intervalSeconds} seconds between two polls from now on.`;
  return rateLimited(message, policy, intervalSeconds);
}
