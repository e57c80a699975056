import { type AppError, noSuch, rateLimited } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { PollLoginLinkResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import { settlePoll } from '../settle-poll.js';

/** Connection states of responses without a token, by status of the request. */
const CONNECTION_STATES = {
  pending: 'waiting_for_approval',
  approved: 'token_already_claimed',
  denied: 'denied',
  expired: 'expired',
} as const;

/**
 * Returns the state of a login link. Only one response ever contains the token of an approved link, even with concurrent polls; later polls get the
 * state claimed. Throws NOT_FOUND for a device code of another request or of the device flow, RATE_LIMITED for an early poll.
 */
export async function pollLoginLink(
  pool: Pool,
  { requestId, deviceCode }: { readonly requestId: string; readonly deviceCode: string },
): Promise<PollLoginLinkResponse> {
  const outcome = await inTransaction(pool, (tx) =>
    settlePoll(tx, deviceCode, ({ id, clientId }) => id === requestId.toLowerCase() && clientId === null),
  );
  // Thrown after the transaction, so that the poll stays recorded.
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
  const message = `You polled too soon. From now on, wait ${intervalSeconds} seconds between polls.`;
  return rateLimited(message, policy, intervalSeconds);
}
