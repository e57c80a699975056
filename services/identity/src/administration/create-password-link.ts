import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { findUserForUpdate } from '../accounts/user-repo.js';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { createResetToken, type ResetToken } from '../password-resets/reset-link.js';

/**
 * Creates a link with which a user sets a new password, for an administrator to pass on. Throws NOT_FOUND, or CONFLICT for a disabled account, whose
 * user could not sign in afterwards.
 */
export async function createPasswordLink(tx: Tx, userId: string): Promise<ResetToken> {
  const user = await findUserForUpdate(tx, userId);
  if (!user) throw noSuch('account');
  if (user.disabledAt) throw appError('CONFLICT', 'The account is disabled. Enable it first.');
  await recordAuditEvent(tx, { action: 'user.password_link_created', subjectId: userId });
  return createResetToken(tx, userId, 'by hand');
}
