import { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { SignedInPrincipal } from '@svc/chassis/principal';
import { checkPassword } from '../accounts/check-password.js';
import type { SignInLimit } from '../accounts/sign-in-limit.js';
import { findUser } from '../accounts/user-repo.js';
import { isSessionYoung } from '../sessions/session-repo.js';

/** Minutes after a sign-in within which an agent can be let in without the password. */
const RECENT_MINUTES = 15;

/** Whether the caller has signed in lately enough to let an agent in. */
export function isRecentlySignedIn(db: Db, { userId, sessionId }: SignedInPrincipal): Promise<boolean> {
  return isSessionYoung(db, userId, sessionId, RECENT_MINUTES);
}

/**
 * Makes sure that the caller has signed in lately or knows the password. Throws PASSWORD_REQUIRED, INVALID_CREDENTIALS, or
 * RATE_LIMITED after too many tries.
 */
export async function confirmSignIn(
  db: Db,
  limit: SignInLimit,
  principal: SignedInPrincipal,
  { password, address }: { readonly password?: string | null | undefined; readonly address: string },
): Promise<void> {
  if (await isRecentlySignedIn(db, principal)) return;
  const user = await findUser(db, principal.userId);
  if (!user || typeof password !== 'string') {
    throw new AppError(
      'unauthenticated',
      'PASSWORD_REQUIRED',
      `You signed in more than ${RECENT_MINUTES} minutes ago. Give your password to let an agent in.`,
    );
  }
  await limit.countTry(user.email, address);
  await checkPassword(db, user.id, password);
  await limit.forget(user.email, address);
}
