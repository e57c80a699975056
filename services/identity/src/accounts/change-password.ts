import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { hashPassword } from '@svc/chassis/credentials/passwords';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ChangePasswordRequest } from '@svc/proto/identity/v1/account_service';
import { deleteSessions } from '../sessions/session-repo.js';
import { checkPassword, lockProvenCaller } from './check-password.js';
import type { SignInLimit } from './sign-in-limit.js';
import { updatePassword, type UserWithPassword } from './user-repo.js';

/** Input of a password change. */
interface PasswordChange {
  /** The account whose old password was checked. */
  readonly proven: UserWithPassword;
  readonly passwordHash: string;
}

/** Checks the old password and hashes the new one. Throws INVALID_CREDENTIALS, RATE_LIMITED. */
export async function preparePasswordChange(
  db: Db,
  limit: SignInLimit,
  user: SignedInPrincipal,
  { currentPassword, newPassword }: ChangePasswordRequest,
): Promise<PasswordChange> {
  const proven = await checkPassword(db, limit, user, currentPassword);
  return { proven, passwordHash: await hashPassword(newPassword) };
}

/**
 * Sets a new password and ends all sessions except the calling one. Throws INVALID_CREDENTIALS, or UNAUTHENTICATED when the session has since ended.
 */
export async function changePassword(
  tx: Tx,
  user: SignedInPrincipal,
  { proven, passwordHash }: PasswordChange,
): Promise<void> {
  await lockProvenCaller(tx, user, proven);
  await updatePassword(tx, user.userId, passwordHash);
  await deleteSessions(tx, user.userId, user.sessionId);
}
