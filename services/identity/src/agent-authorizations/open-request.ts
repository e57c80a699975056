import type { Db } from '@svc/chassis/postgres/pool';
import { hashToken, newToken } from '../sessions/session-token.js';
import { insertRequest, type NewAuthorizationRequest } from './authorization-request-repo.js';
import { newUserCode, showUserCode } from './user-code.js';

/** Seconds for the user to decide and the client to fetch the token. */
export const REQUEST_SECONDS = 15 * 60;
/** Seconds that a client waits between two polls. */
export const POLL_INTERVAL_SECONDS = 5;
/** One code in thousands of millions is taken; three in a row never are. */
const CODE_TRIES = 3;

type Asked = Omit<NewAuthorizationRequest, 'userCode' | 'deviceCodeHash' | 'lifetimeSeconds' | 'pollIntervalSeconds'>;

/** A request that waits for its user, with the codes that appear nowhere else. */
export interface OpenedRequest {
  readonly requestId: string;
  readonly expiresAt: Date;
  readonly deviceCode: string;
  /** `XXXX-XXXX`. */
  readonly userCode: string;
}

/** Stores a request, under fresh codes. */
export async function openRequest(db: Db, asked: Asked): Promise<OpenedRequest> {
  const deviceCode = newToken();
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = newUserCode();
    const inserted = await insertRequest(db, {
      ...asked,
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
