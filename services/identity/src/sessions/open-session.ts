import type { Db } from '@svc/chassis/postgres/pool';
import type { Client, OpenedSession } from '@svc/proto/identity/v1/account_service';
import type { UserRow } from '../accounts/user-repo.js';
import { describeDevice } from './device.js';
import { insertSession } from './session-repo.js';
import { hashToken, newToken } from './session-token.js';

/** Opens a session; the token is in the answer and nowhere else. */
export async function openSession(db: Db, user: UserRow, client: Client | null): Promise<OpenedSession> {
  const token = newToken();
  const expiresAt = await insertSession(db, {
    userId: user.id,
    tokenHash: hashToken(token),
    device: describeDevice(client?.userAgent ?? ''),
  });
  return { user, token, expiresAt };
}
