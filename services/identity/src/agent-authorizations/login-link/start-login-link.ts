import type { Db } from '@svc/chassis/postgres/pool';
import type { StartLoginLinkRequest, StartLoginLinkResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import { readActor } from '../actor.js';
import { readClientName, readClientUri } from '../client-metadata.js';
import { readTokenLifetime } from '../connections/token-lifetime.js';
import { openRequest, POLL_INTERVAL_SECONDS } from '../open-request.js';
import { refuseLink } from '../refusals.js';
import { readScopes } from '../scopes.js';

/** Starts a login link, which needs no registered client and gives access only to the Agent Bridge. Throws VALIDATION_ERROR. */
export async function startLoginLink(
  db: Db,
  asked: Omit<StartLoginLinkRequest, 'clientAddress'>,
  tokenLifetimeSeconds: number,
): Promise<StartLoginLinkResponse> {
  const { clientUri } = asked;
  const opened = await openRequest(db, {
    family: 'bridge',
    clientId: null,
    clientName: readClientName(asked.clientName, refuseLink),
    clientUri: typeof clientUri === 'string' ? readClientUri(clientUri, refuseLink) : null,
    scopes: readScopes('bridge', asked.scopes, refuseLink),
    actorId: readActor('actorId', asked.actorId),
    channel: readActor('channel', asked.channel),
    tokenLifetimeSeconds: readTokenLifetime(asked.expiresInDays, tokenLifetimeSeconds),
  });
  return { ...opened, pollIntervalSeconds: POLL_INTERVAL_SECONDS };
}
