import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '@svc/chassis/credentials/passwords';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import {
  findUserByEmail,
  findUserForUpdate,
  hasOtherAdmin,
  insertUser,
  lockAdministrators,
  updatePassword,
  updateUserStanding,
} from '../accounts/user-repo.js';
import { endConnections } from '../agent-authorizations/connections/connection-repo.js';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { deleteSessions } from '../sessions/session-repo.js';

/** Milliseconds between two retries. */
const RETRY_MS = 1_000;

const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Creates the first administrator if no enabled one exists. An existing account with the address becomes administrator with the given password, and
 * its sessions and agent connections end, because someone else may have created it.
 */
export async function createFirstAdmin(pool: Pool, admin: { email: string; password: string }): Promise<void> {
  if (await hasOtherAdmin(pool, NO_USER)) return;
  const passwordHash = await hashPassword(admin.password);
  await inTransaction(pool, async (tx) => {
    // Replicas start concurrently; later ones find the administrator that the first one created.
    await lockAdministrators(tx);
    if (await hasOtherAdmin(tx, NO_USER)) return;
    const created = await insertUser(tx, { email: admin.email, name: 'Administrator', passwordHash, role: 'admin' });
    const known = created ?? (await findUserByEmail(tx, admin.email));
    if (!known) throw new Error('The account with the address of the first administrator is gone.');
    if (!created) await promote(tx, known.id, passwordHash);
    await recordAuditEvent(tx, { action: 'first_admin.created', subjectId: known.id });
  });
  pool.log.info('created the first administrator');
}

/**
 * Creates the first administrator immediately or, while Postgres is down, as soon as it is back; until then the process listens and is not ready.
 * Returns after the first attempt; the returned function stops the retries.
 */
export async function createFirstAdminWhenPossible(
  pool: Pool,
  admin: { email: string; password: string },
): Promise<() => Promise<void>> {
  const isDone = (): Promise<boolean> =>
    createFirstAdmin(pool, admin).then(
      () => true,
      (error: unknown) => {
        pool.log.warn({ err: error }, 'the first administrator could not be created yet');
        return false;
      },
    );
  if (await isDone()) return () => Promise.resolve();
  const stopping = new AbortController();
  const trying = (async () => {
    while (await pause(RETRY_MS, true, { signal: stopping.signal }).catch(() => false)) {
      if (await isDone()) return;
    }
  })();
  return () => {
    stopping.abort();
    return trying;
  };
}

async function promote(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await findUserForUpdate(tx, userId);
  await updatePassword(tx, userId, passwordHash);
  await deleteSessions(tx, userId, null);
  await endConnections(tx, userId);
  await updateUserStanding(tx, userId, { role: 'admin', disabled: false });
}
