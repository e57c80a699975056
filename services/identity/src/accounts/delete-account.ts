import { AppError } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import { denyUnclaimedRequests } from '../agent-authorizations/authorization-request-repo.js';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { enqueuePurges } from '../purges/purges.js';
import { handOverTeams } from '../teams/hand-over-teams.js';
import { checkPassword } from './check-password.js';
import { deleteUser, hasOtherAdmin } from './user-repo.js';

/**
 * Deletes the caller's account with its sessions, settings and agent connections, hands over or ends its teams, and tells every service to remove
 * what it keeps. Throws INVALID_CREDENTIALS, or CONFLICT for the only administrator, without whom nobody could run the system.
 */
export async function deleteAccount(
  pool: Pool,
  outbox: Outbox,
  principal: UserPrincipal,
  password: string,
): Promise<void> {
  const user = await checkPassword(pool, principal.userId, password);
  await inTransaction(pool, async (tx) => {
    if (user.role === 'admin' && !(await hasOtherAdmin(tx, user.id))) {
      throw new AppError('conflict', 'CONFLICT', 'You are the only administrator. Make somebody else one first.');
    }
    await handOverTeams(tx, user.id);
    await denyUnclaimedRequests(tx, user.id);
    await deleteUser(tx, user.id);
    await recordAuditEvent(tx, { action: 'account.deleted', subjectId: user.id });
    await enqueuePurges(tx, outbox, user.id);
  });
}
