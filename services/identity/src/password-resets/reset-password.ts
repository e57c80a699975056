import { hashPassword } from '@svc/chassis/credentials/passwords';
import type { AppError } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { updatePassword } from '../accounts/user-repo.js';
import { endConnections } from '../agent-authorizations/connections/connection-repo.js';
import { confirmUserAddress } from '../confirmed-addresses/confirmation-repo.js';
import { identityError } from '../error-codes.js';
import { deleteSessions } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import { findResetEmail, usePasswordReset } from './password-reset-repo.js';

/** Input of a reset. */
interface PreparedReset {
  /** The account's address. */
  readonly email: string;
  readonly passwordHash: string;
}

/** Hashes the new password. Throws INVALID_CREDENTIALS for an invalid link first, because hashing is costly. */
export async function preparePasswordReset(
  db: Db,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<PreparedReset> {
  const email = await findResetEmail(db, hashToken(token));
  if (email === null) throw spentLink();
  return { email, passwordHash: await hashPassword(newPassword) };
}

/**
 * Sets a new password with the token of a link, and ends all sessions and agent connections, so that a user can take back a hijacked account. A
 * mailed link confirms the address. Throws INVALID_CREDENTIALS for a used or expired link.
 */
export async function resetPassword(tx: Tx, token: string, passwordHash: string): Promise<void> {
  const reset = await usePasswordReset(tx, hashToken(token));
  if (!reset) throw spentLink();
  const { userId, mailed } = reset;
  if (mailed) await confirmUserAddress(tx, userId);
  await updatePassword(tx, userId, passwordHash);
  await deleteSessions(tx, userId, null);
  await endConnections(tx, userId);
}

function spentLink(): AppError {
  const message = 'The link has been used or has expired. Ask for a new one.';
  return identityError('INVALID_CREDENTIALS', message);
}
