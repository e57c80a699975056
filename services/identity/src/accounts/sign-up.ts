import { hashPassword } from '@svc/chassis/credentials/passwords';
import type { AppError } from '@svc/chassis/errors/app-error';
import { claimantOf, UNKNOWN } from '@svc/chassis/limits/claimant';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SignUpRequest } from '@svc/proto/identity/v1/account_service';
import { identityError } from '../error-codes.js';
import { openSession } from '../sessions/open-session.js';
import { findSystemSettings } from '../system-settings/system-settings-repo.js';
import type { SignInLimit } from './sign-in-limit.js';
import { findUserByEmail, insertUser } from './user-repo.js';

/** Hashes the password of a new account. Throws SIGNUP_DISABLED, RATE_LIMITED after too many from one network, EMAIL_TAKEN. */
export async function prepareSignUp(db: Db, limit: SignInLimit, request: SignUpRequest): Promise<string> {
  await requireOpenSignUp(db);
  const address = request.client?.address ?? '';
  await limit.countSignUp(address);
  if (await findUserByEmail(db, request.email)) throw emailTaken();
  return hashPassword(request.password, [UNKNOWN, ...claimantOf(undefined, address)]);
}

/**
 * Creates an account and its first session. Throws SIGNUP_DISABLED when sign-up was disabled while the password was hashed, EMAIL_TAKEN for a known
 * address.
 */
export async function signUp(tx: Tx, { email, name, client }: SignUpRequest, passwordHash: string) {
  await requireOpenSignUp(tx);
  const user = await insertUser(tx, { email, name, passwordHash, role: 'user' });
  if (!user) throw emailTaken();
  return openSession(tx, { ...user, passwordHash }, client);
}

async function requireOpenSignUp(db: Db): Promise<void> {
  const { allowPublicSignup } = await findSystemSettings(db);
  if (allowPublicSignup) return;
  throw identityError('SIGNUP_DISABLED', 'Sign-up is closed. Ask an administrator for an account.');
}

function emailTaken(): AppError {
  return identityError('EMAIL_TAKEN', 'An account with this email address already exists. Sign in instead.');
}
