import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AgentConnection, RenewAgentConnectionRequest } from '@svc/proto/identity/v1/agent_authorization_service';
import { extendConnection, findOpenConnection } from './connection-repo.js';
import { readTokenLifetime } from './token-lifetime.js';

/**
 * Extends a valid token by the requested days, or by its approved lifetime; never shortens one. Throws NOT_FOUND, VALIDATION_ERROR, or
 * INVALID_TRANSITION when the agent has not yet fetched the token.
 */
export async function renewConnection(
  tx: Tx,
  userId: string,
  { requestId, expiresInDays }: RenewAgentConnectionRequest,
): Promise<AgentConnection> {
  const connection = await findOpenConnection(tx, userId, requestId);
  if (!connection) throw noSuch('agent connection');
  if (!connection.isClaimed) {
    throw appError(
      'INVALID_TRANSITION',
      'The agent has not fetched its token yet, so there is nothing to renew. Renew it once the agent is connected.',
    );
  }
  return extendConnection(tx, requestId, readTokenLifetime(expiresInDays, connection.tokenLifetimeSeconds));
}
