import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { hashPassword } from '@svc/chassis/passwords';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { findUserByEmail, hasOtherAdmin, insertUser, updateUserStanding } from '../accounts/user-repo.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Creates the first administrator, or makes the account with that address one, when no enabled administrator is there. */
export async function createFirstAdmin(pool: Pool, admin: { email: string; password: string }): Promise<void> {
  if (await hasOtherAdmin(pool, NOBODY)) return;
  const passwordHash = await hashPassword(admin.password);
  await inTransaction(pool, async (tx) => {
    // Replicas start together; the second finds the first one's administrator.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`);
    if (await hasOtherAdmin(tx, NOBODY)) return;
    const created = await insertUser(tx, { email: admin.email, name: 'Administrator', passwordHash, role: 'admin' });
    const known = created ?? (await findUserByEmail(tx, admin.email));
    if (!known) throw new Error('The account with the address of the first administrator is gone.');
    if (!created) await updateUserStanding(tx, known.id, { role: 'admin', disabled: false });
    await recordAuditEvent(tx, { action: 'first_admin.created', subjectId: known.id });
  });
  pool.log.info('created the first administrator');
}
