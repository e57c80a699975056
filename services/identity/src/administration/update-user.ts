import { appError, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UpdateUserRequest } from '@svc/proto/identity/v1/user_administration_service';
import {
  findUserForUpdate,
  hasOtherAdmin,
  lockAdministrators,
  updateUserStanding,
  type UserRow,
} from '../accounts/user-repo.js';
import { endConnections } from '../agent-authorizations/connections/connection-repo.js';
import { changesBetween, recordAuditEvent } from '../audit/record-audit-event.js';
import { deleteSessions } from '../sessions/session-repo.js';
import { announceStanding } from './account-standing.js';

/**
 * Changes an account's role, or disables it, which ends its sessions and agent connections and disables its links until it is enabled. Publishes the
 * state again even if unchanged. Throws NOT_FOUND, VERSION_CONFLICT, or CONFLICT when no enabled administrator would remain.
 */
export async function updateUser(
  tx: Tx,
  outbox: Outbox,
  { userId, role = null, disabled = null, expectedVersion }: UpdateUserRequest,
): Promise<UserRow> {
  await lockAdministrators(tx);
  const user = await findUserForUpdate(tx, userId);
  if (!user) throw noSuch('account');
  checkVersion(user.version, expectedVersion);
  const endsAdmin = user.role === 'admin' && !user.disabledAt && (role === 'user' || disabled === true);
  if (endsAdmin && !(await hasOtherAdmin(tx, userId))) {
    throw appError('CONFLICT', 'This is the only administrator. Make another user an administrator first.');
  }
  if (disabled === true) {
    await deleteSessions(tx, userId, null);
    await endConnections(tx, userId);
  }
  const changed = (await updateUserStanding(tx, userId, { role, disabled })) ?? user;
  await recordStanding(tx, user, changed);
  if (disabled !== null) {
    await announceStanding(tx, outbox, { ownerId: userId, disabled, accountVersion: changed.version });
  }
  return changed;
}

/** Records changes of an account's rights. */
async function recordStanding(tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  const changes = changesBetween(before, after, ['role']);
  if (changes.length > 0) await recordAuditEvent(tx, { action: 'user.role_changed', subjectId: after.id, changes });
  if (Boolean(before.disabledAt) === Boolean(after.disabledAt)) return;
  await recordAuditEvent(tx, { action: after.disabledAt ? 'user.disabled' : 'user.enabled', subjectId: after.id });
}
