import type { Db } from '@svc/chassis/postgres/pool';
import type { StartDeviceAuthorizationResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import { openRequest, POLL_INTERVAL_SECONDS, REQUEST_SECONDS } from '../open-request.js';
import { refuseOAuth } from '../refusals.js';
import { type Family, readScopes, splitScope } from '../scopes.js';
import { checkClient } from './check-client.js';
import type { OAuthClientRow } from './oauth-client-repo.js';

/**
 * Starts a device authorization (RFC 8628 section 3.1); the user will see the client's current metadata. Throws `invalid_client` or `invalid_scope`.
 */
export async function startDeviceAuthorization(
  db: Db,
  family: Family,
  asked: { readonly clientId: string; readonly scope?: string | null | undefined },
  tokenLifetimeSeconds: number,
): Promise<StartDeviceAuthorizationResponse> {
  const client = await checkClient(db, family, asked.clientId);
  const { scope } = asked;
  const { requestId, deviceCode, userCode } = await openRequest(db, {
    family,
    clientId: client.id,
    clientName: client.name,
    clientUri: client.uri,
    scopes: scopesFor(client, family, scope),
    actorId: null,
    channel: null,
    tokenLifetimeSeconds,
  });
  return {
    requestId,
    deviceCode,
    userCode,
    expiresInSeconds: REQUEST_SECONDS,
    intervalSeconds: POLL_INTERVAL_SECONDS,
  };
}

/** Returns the requested scopes, limited to the registered ones (RFC 7591 section 2); all registered ones when none are requested. */
function scopesFor(client: OAuthClientRow, family: Family, scope: string | null | undefined): readonly string[] {
  const named = splitScope(scope);
  if (named.length === 0) return client.scopes;
  const asked = readScopes(family, named, refuseOAuth);
  if (!client.namesScopes || asked.every((name) => client.scopes.includes(name))) return asked;
  throw refuseOAuth('scopes', `may contain only the registered scopes: ${client.scopes.join(' ')}.`);
}
