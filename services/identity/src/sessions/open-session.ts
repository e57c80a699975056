import type { Db } from '@svc/chassis/postgres/pool';
import type { Client, OpenedSession } from '@svc/proto/identity/v1/account_service';
import type { UserWithPassword } from '../accounts/user-repo.js';
import { identityError } from '../error-codes.js';
import { describeDevice } from './device.js';
import { insertSession } from './session-repo.js';
import { hashToken, newToken } from './session-token.js';

/**
 * Opens a session for a user who has just proved the password; the token is only in the response. Throws INVALID_CREDENTIALS when the password has
 * changed, or the account was disabled or deleted, since the check.
 */
export async function openSession(db: Db, user: UserWithPassword, client: Client | null): Promise<OpenedSession> {
  const token = newToken();
  const expiresAt = await insertSession(db, {
    userId: user.id,
    passwordHash: user.passwordHash,
    tokenHash: hashToken(token),
    device: describeDevice(client?.userAgent ?? ''),
  });
  if (!expiresAt) throw identityError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  return { user, token, expiresAt };
}
