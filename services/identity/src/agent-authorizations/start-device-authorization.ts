import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { insertRequest, type NewAuthorizationRequest } from './authorization-request-repo.js';
import { checkClient } from './check-client.js';
import { readScopes, type Family } from './scopes.js';
import { newUserCode, showUserCode } from './user-code.js';

/** Seconds that a user has to decide and the client to fetch the token. */
const REQUEST_SECONDS = 15 * 60;
/** Seconds that a client waits between two polls. */
const POLL_INTERVAL_SECONDS = 5;
/** One code in thousands of millions is taken; three in a row never are. */
const CODE_TRIES = 3;

export interface StartedAuthorization {
  readonly requestId: string;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/**
 * Starts a device authorization (RFC 8628 section 3.1): what the client says of itself now is what the user will be shown. Throws
 * `invalid_client` or `invalid_scope`.
 */
export async function startDeviceAuthorization(
  db: Db,
  family: Family,
  asked: { readonly clientId: string; readonly scope?: string | null | undefined },
  tokenLifetimeSeconds: number,
): Promise<StartedAuthorization> {
  const client = await checkClient(db, family, asked.clientId);
  const deviceCode = newToken();
  const { requestId, userCode } = await insertWithUserCode(db, {
    family,
    clientId: client.id,
    clientName: client.name,
    clientUri: client.uri,
    scopes: typeof asked.scope === 'string' ? readScopes(family, asked.scope) : client.scopes,
    tokenLifetimeSeconds,
    deviceCodeHash: hashToken(deviceCode),
    lifetimeSeconds: REQUEST_SECONDS,
    pollIntervalSeconds: POLL_INTERVAL_SECONDS,
  });
  return {
    requestId,
    deviceCode,
    userCode: showUserCode(userCode),
    expiresInSeconds: REQUEST_SECONDS,
    intervalSeconds: POLL_INTERVAL_SECONDS,
  };
}

async function insertWithUserCode(db: Db, request: Omit<NewAuthorizationRequest, 'userCode'>) {
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = newUserCode();
    const requestId = await insertRequest(db, { ...request, userCode });
    if (requestId !== null) return { requestId, userCode };
  }
  throw new Error(`${CODE_TRIES} random user codes were taken.`);
}
