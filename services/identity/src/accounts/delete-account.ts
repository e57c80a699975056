import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { denyUnclaimedRequests } from '../agent-authorizations/authorization-request-repo.js';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { enqueuePurges } from '../purge-messages/purge-messages.js';
import { handOverTeams } from '../teams/hand-over-teams.js';
import { lockProvenCaller } from './check-password.js';
import { deleteUser, hasOtherAdmin, lockAdministrators, type UserWithPassword } from './user-repo.js';

/**
 * Deletes the caller's account with its sessions, settings and agent connections, hands over or deletes its teams, and makes every service purge its
 * data; records of its agents' calls are deleted later, in batches. `proven` is the account whose password was checked. Throws INVALID_CREDENTIALS
 * when the password has since changed, UNAUTHENTICATED when the session has since ended, or CONFLICT for the only administrator, without whom the
 * system could not be managed.
 */
export async function deleteAccount(
  tx: Tx,
  outbox: Outbox,
  user: SignedInPrincipal,
  proven: UserWithPassword,
): Promise<void> {
  await lockAdministrators(tx);
  const account = await lockProvenCaller(tx, user, proven);
  if (account.role === 'admin' && !(await hasOtherAdmin(tx, account.id))) {
    throw appError('CONFLICT', 'You are the only administrator. Make another user an administrator first.');
  }
  await handOverTeams(tx, account.id);
  await forgetAnswersTo(tx, account.id);
  await denyUnclaimedRequests(tx, account.id);
  await deleteUser(tx, account.id);
  await recordAuditEvent(tx, { action: 'account.deleted', subjectId: account.id });
  await enqueuePurges(tx, outbox, account.id);
}
