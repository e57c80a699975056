import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { isSessionOpen } from '../sessions/session-repo.js';
import { findUserForUpdate, type UserWithPassword } from './user-repo.js';

/**
 * Returns the caller's account, locked until the end of the transaction, if the calling session is still open: it may have ended during a password
 * check. Throws NOT_FOUND for a deleted or disabled account, UNAUTHENTICATED for an ended session.
 */
export async function lockCaller(tx: Tx, { userId, sessionId }: SignedInPrincipal): Promise<UserWithPassword> {
  const user = await findUserForUpdate(tx, userId);
  if (!user || user.disabledAt) throw noSuch('account');
  if (!(await isSessionOpen(tx, userId, sessionId))) {
    throw appError('UNAUTHENTICATED', 'Your session has ended. Sign in again.');
  }
  return user;
}
