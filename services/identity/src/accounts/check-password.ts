import { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { isPassword } from '@svc/chassis/passwords';
import { findUser, type UserWithPassword } from './user-repo.js';

/** The caller's account, once the password has been proven again. Throws INVALID_CREDENTIALS when it is wrong. */
export async function checkPassword(db: Db, userId: string, password: string): Promise<UserWithPassword> {
  const user = await findUser(db, userId);
  if (user && (await isPassword(password, user.passwordHash))) return user;
  throw new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'The password is wrong.');
}
