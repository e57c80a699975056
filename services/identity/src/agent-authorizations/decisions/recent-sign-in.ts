import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { checkPassword } from '../../accounts/check-password.js';
import type { SignInLimit } from '../../accounts/sign-in-limit.js';
import { isSessionOpen } from '../../sessions/session-repo.js';

/** Minutes after a sign-in in which approving an agent needs no password. */
const RECENT_MINUTES = 15;

/** Whether the caller's sign-in is recent enough to approve an agent. */
export function isRecentlySignedIn(db: Db, { userId, sessionId }: SignedInPrincipal): Promise<boolean> {
  return isSessionOpen(db, userId, sessionId, RECENT_MINUTES);
}

/**
 * Verifies that the caller signed in recently or knows the password. Throws PASSWORD_REQUIRED, INVALID_CREDENTIALS, or RATE_LIMITED after too many
 * attempts.
 */
export async function confirmSignIn(
  db: Db,
  limit: SignInLimit,
  user: SignedInPrincipal,
  password: string | null | undefined,
): Promise<void> {
  if (await isRecentlySignedIn(db, user)) return;
  if (typeof password !== 'string') {
    throw appError(
      'PASSWORD_REQUIRED',
      `You signed in more than ${RECENT_MINUTES} minutes ago. Give your password to approve an agent.`,
    );
  }
  await checkPassword(db, limit, user, password);
}
