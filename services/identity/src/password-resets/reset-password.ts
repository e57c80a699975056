import { AppError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { hashPassword } from '@svc/chassis/passwords';
import { updatePassword } from '../accounts/user-repo.js';
import { deleteSessions } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import { takePasswordReset } from './password-reset-repo.js';

/** Sets a new password with the token of a link and ends all sessions. Throws INVALID_CREDENTIALS for a link that is spent. */
export async function resetPassword(
  pool: Pool,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(pool, async (tx) => {
    const userId = await takePasswordReset(tx, hashToken(token));
    if (userId === null) {
      throw new AppError(
        'unauthenticated',
        'INVALID_CREDENTIALS',
        'The link has been used or has expired. Ask for a new one.',
      );
    }
    await updatePassword(tx, userId, passwordHash);
    await deleteSessions(tx, userId, null);
  });
}
