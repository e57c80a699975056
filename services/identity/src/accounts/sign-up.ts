import { AppError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { OpenedSession, SignUpRequest } from '@svc/proto/identity/v1/account_service';
import { openSession } from '../sessions/open-session.js';
import { findSystemSettings } from '../system-settings/system-settings-repo.js';
import { hashPassword } from '@svc/chassis/passwords';
import { insertUser } from './user-repo.js';

/** Creates an account and its first session. Throws SIGNUP_DISABLED while sign-up is closed, EMAIL_TAKEN for a known address. */
export async function signUp(pool: Pool, request: SignUpRequest): Promise<OpenedSession> {
  const { allowPublicSignup } = await findSystemSettings(pool);
  if (!allowPublicSignup) {
    throw new AppError('forbidden', 'SIGNUP_DISABLED', 'Sign-up is closed. Ask an administrator for an account.');
  }
  const passwordHash = await hashPassword(request.password);
  return inTransaction(pool, async (tx) => {
    const user = await insertUser(tx, { email: request.email, name: request.name, passwordHash, role: 'user' });
    if (!user)
      throw new AppError('conflict', 'EMAIL_TAKEN', 'There is an account with this e-mail address. Sign in instead.');
    return openSession(tx, user, request.client);
  });
}
