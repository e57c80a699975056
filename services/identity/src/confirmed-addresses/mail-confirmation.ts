import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { findUserForUpdate } from '../accounts/user-repo.js';
import { CONFIRMATION_MAIL_TOPIC, mailMessage } from '../mails/mail-topics.js';
import { plainName } from '../mails/plain-name.js';
import type { SendMail } from '../mails/send-mail.js';
import { hashToken, newToken } from '../sessions/session-token.js';
import { LINK_DAYS, replaceConfirmation } from './confirmation-repo.js';

/** Milliseconds for which a mail is retried. */
const PATIENCE_MS = 24 * 60 * 60 * 1_000;

/** A mail with a link that confirms an account's address; the link is created when the mail is sent, and is not stored. */
interface ConfirmationMail {
  readonly userId: string;
  /** Milliseconds since the epoch after which the mail is dropped: a user who still waits has requested another. */
  readonly until: number;
}

/** The message for the outbox; only the newest waiting one for a user is sent. */
export function confirmationMail(userId: string): NewMessage {
  const mail: ConfirmationMail = { userId, until: Date.now() + PATIENCE_MS };
  return mailMessage(CONFIRMATION_MAIL_TOPIC, mail, userId);
}

export interface ConfirmationMailerOptions {
  readonly pool: Pool;
  readonly send: SendMail;
  readonly appName: string;
  readonly appOrigin: string;
}

/** Mails the link, unless the address has since been confirmed; each link invalidates the previous one. */
export function createConfirmationMailer({ pool, send, appName, appOrigin }: ConfirmationMailerOptions) {
  return async (payload: unknown): Promise<void> => {
    const { userId, until } = payload as ConfirmationMail;
    if (Date.now() > until) return;
    const token = newToken();
    const user = await inTransaction(pool, async (tx) => {
      // Locked, so that a link to a previous address does not outlast a change of the address.
      const found = await findUserForUpdate(tx, userId);
      if (!found || found.disabledAt || found.emailConfirmed) return undefined;
      await replaceConfirmation(tx, found.id, hashToken(token));
      return found;
    });
    if (!user) return;
    await send({
      to: { name: plainName(user.name), address: user.email },
      subject: `Confirm your email for ${appName}`,
      text: `Open this link within ${LINK_DAYS} days to confirm your email address for ${appName}, which then shows invitations sent to it and can send your morning reminders:\n\n${appOrigin}/confirm-address?token=${token}\n\nIf you didn't request this, you can ignore this email.\n`,
    });
  };
}
