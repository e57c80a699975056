import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { SignedInPrincipal } from '@svc/chassis/principal';
import { deleteSessions } from '../sessions/session-repo.js';
import { checkPassword } from './check-password.js';
import { hashPassword } from '@svc/chassis/passwords';
import { updatePassword } from './user-repo.js';

/** Sets a new password and ends all sessions but the calling one. Throws INVALID_CREDENTIALS. */
export async function changePassword(
  pool: Pool,
  principal: SignedInPrincipal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await checkPassword(pool, principal.userId, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(pool, async (tx) => {
    await updatePassword(tx, principal.userId, passwordHash);
    await deleteSessions(tx, principal.userId, principal.sessionId);
  });
}
