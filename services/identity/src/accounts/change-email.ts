import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ChangeEmailRequest } from '@svc/proto/identity/v1/account_service';
import { recordAuditEvent } from '../audit/record-audit-event.js';
import { confirmationMail } from '../confirmed-addresses/mail-confirmation.js';
import { identityError } from '../error-codes.js';
import type { ReminderLimits } from '../reminders/reminder-limits.js';
import { checkPassword, lockProvenCaller } from './check-password.js';
import { changedEmailMail } from './mail-changed-email.js';
import type { SignInLimit } from './sign-in-limit.js';
import { updateEmail, type UserWithPassword } from './user-repo.js';

/**
 * Checks the password of an account whose email is to change. Throws INVALID_CREDENTIALS, or RATE_LIMITED after too many changes, each of which mails
 * an address and says whether it has an account.
 */
export async function prepareEmailChange(
  db: Db,
  limits: { readonly signIns: SignInLimit; readonly mails: Pick<ReminderLimits, 'countConfirmationMail'> },
  user: SignedInPrincipal,
  { password }: ChangeEmailRequest,
): Promise<UserWithPassword> {
  const proven = await checkPassword(db, limits.signIns, user, password);
  await limits.mails.countConfirmationMail(user.userId);
  return proven;
}

/**
 * Changes the caller's email, and ends links that were mailed to the previous one. Where mail is configured, the new address gets a link that confirms
 * it, and the previous one a notice. Throws EMAIL_TAKEN, INVALID_CREDENTIALS, or UNAUTHENTICATED when the session has since ended.
 */
export async function changeEmail(
  tx: Tx,
  { outbox, sendsMail }: { readonly outbox: Outbox; readonly sendsMail: boolean },
  user: SignedInPrincipal,
  { email }: ChangeEmailRequest,
  proven: UserWithPassword,
): Promise<void> {
  const account = await lockProvenCaller(tx, user, proven);
  if (account.email === email) return;
  const outcome = await updateEmail(tx, user.userId, email);
  if (outcome === 'taken')
    throw identityError('EMAIL_TAKEN', 'Another account has this email address. Use a different one.');
  await recordAuditEvent(tx, { action: 'account.email_changed', subjectId: user.userId });
  if (!sendsMail || outcome === 'respelled') return;
  await outbox.enqueue(tx, changedEmailMail(account));
  await outbox.enqueue(tx, confirmationMail(user.userId));
}
