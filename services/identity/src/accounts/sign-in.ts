import { isPassword } from '@svc/chassis/credentials/passwords';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { OpenedSession, SignInRequest } from '@svc/proto/identity/v1/account_service';
import { identityError } from '../error-codes.js';
import { openSession } from '../sessions/open-session.js';
import type { SignInLimit } from './sign-in-limit.js';
import { findUserByEmail } from './user-repo.js';

/**
 * Opens a session. An unknown address, a wrong password and a disabled account are indistinguishable, also by timing. Throws INVALID_CREDENTIALS, or
 * RATE_LIMITED after too many attempts.
 */
export async function signIn(pool: Pool, limit: SignInLimit, request: SignInRequest): Promise<OpenedSession> {
  const address = request.client?.address ?? '';
  const user = await limit.attempt(request.email, address, async (claimant) => {
    const found = await findUserByEmail(pool, request.email);
    const matches = await isPassword(request.password, found?.passwordHash ?? null, claimant);
    return found && matches && !found.disabledAt ? found : false;
  });
  if (!user) throw identityError('INVALID_CREDENTIALS', 'Incorrect email or password.');
  return openSession(pool, user, request.client);
}
