import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { isPassword } from '@svc/chassis/credentials/passwords';
import type { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { identityError } from '../error-codes.js';
import { lockCaller } from './lock-caller.js';
import type { SignInLimit } from './sign-in-limit.js';
import { findUser, type UserWithPassword } from './user-repo.js';

/**
 * Returns the caller's account after checking the password again; attempts count by session. Throws INVALID_CREDENTIALS for a wrong password,
 * RATE_LIMITED after too many attempts: a stolen session must not reveal the password.
 */
export async function checkPassword(
  db: Db,
  limit: SignInLimit,
  { userId, sessionId }: SignedInPrincipal,
  password: string,
): Promise<UserWithPassword> {
  const account = await findUser(db, userId);
  if (!account) throw wrongPassword();
  const isRight = await limit.attemptOwn(sessionId, () => isPassword(password, account.passwordHash));
  if (!isRight) throw wrongPassword();
  return account;
}

/**
 * Locks the caller's account in the transaction that needs the check. Throws INVALID_CREDENTIALS when the password has changed since, and what
 * `lockCaller` throws.
 */
export async function lockProvenCaller(
  tx: Tx,
  user: SignedInPrincipal,
  proven: Pick<UserWithPassword, 'passwordHash'>,
): Promise<UserWithPassword> {
  const account = await lockCaller(tx, user);
  if (account.passwordHash !== proven.passwordHash) throw wrongPassword();
  return account;
}

function wrongPassword(): AppError {
  return identityError('INVALID_CREDENTIALS', 'The password is wrong.');
}
