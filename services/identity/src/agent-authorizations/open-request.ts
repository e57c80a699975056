import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { insertRequest, type NewAuthorizationRequest } from './authorization-request-repo.js';
import { newUserCode, showUserCode } from './user-code.js';

/** Seconds for the user to decide and for the client to fetch the token. */
export const REQUEST_SECONDS = 15 * 60;
/** Seconds between two polls of a client. */
export const POLL_INTERVAL_SECONDS = 5;
/** Attempts to find a free code: the chance of a collision is one in billions, so three in a row never happen. */
const CODE_TRIES = 3;

type RequestWithoutCodes = Omit<
  NewAuthorizationRequest,
  'userCode' | 'deviceCodeHash' | 'lifetimeSeconds' | 'pollIntervalSeconds'
>;

/** A request that waits for its user, with its codes; the device code is stored only as a hash. */
export interface OpenedRequest {
  readonly requestId: string;
  readonly expiresAt: Date;
  readonly deviceCode: string;
  /** `XXXX-XXXX`. */
  readonly userCode: string;
}

/** Stores a request with new codes. */
export async function openRequest(db: Db, request: RequestWithoutCodes): Promise<OpenedRequest> {
  const deviceCode = newToken();
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = newUserCode();
    const inserted = await insertRequest(db, {
      ...request,
      userCode,
      deviceCodeHash: hashToken(deviceCode),
      lifetimeSeconds: REQUEST_SECONDS,
      pollIntervalSeconds: POLL_INTERVAL_SECONDS,
    });
    if (inserted)
      return { requestId: inserted.id, expiresAt: inserted.expiresAt, deviceCode, userCode: showUserCode(userCode) };
  }
  throw new Error(`${CODE_TRIES} random user codes were taken.`);
}
