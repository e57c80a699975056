import type { Db } from '@svc/chassis/postgres/pool';
import type { StartDeviceAuthorizationResponse } from '@svc/proto/identity/v1/agent_authorization_service';
import { checkClient } from './check-client.js';
import { openRequest, POLL_INTERVAL_SECONDS, REQUEST_SECONDS } from './open-request.js';
import { refuseOAuth } from './refusals.js';
import { readScopes, splitScope, type Family } from './scopes.js';

/**
 * Starts a device authorization (RFC 8628 section 3.1): what the client says of itself now is what the user will be shown. Throws
 * `invalid_client` or `invalid_scope`.
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
    scopes: typeof scope === 'string' ? readScopes(family, splitScope(scope), refuseOAuth) : client.scopes,
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
