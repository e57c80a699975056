import type { Pool } from '@svc/chassis/postgres/pool';
import { createChangedEmailMailer } from '../accounts/mail-changed-email.js';
import type { IdentityConfig } from '../config.js';
import { createConfirmationMailer } from '../confirmed-addresses/mail-confirmation.js';
import { createResetMailer } from '../password-resets/mail-reset-link.js';
import { createReminderMailer } from '../reminders/mail-reminder.js';
import { createInvitationMailer } from '../teams/mail-invitation.js';
import {
  CHANGED_EMAIL_TOPIC,
  CONFIRMATION_MAIL_TOPIC,
  INVITATION_MAIL_TOPIC,
  REMINDER_MAIL_TOPIC,
  RESET_MAIL_TOPIC,
} from './mail-topics.js';
import { MailRefused, type SendMail } from './send-mail.js';

export interface MailDeliveryOptions extends Pick<IdentityConfig, 'appName' | 'appOrigin'> {
  readonly pool: Pool;
  /** Undefined when mail is not configured: waiting mails are then dropped. */
  readonly send: SendMail | undefined;
  /** Secrets that open sealed mails. */
  readonly secrets: readonly Uint8Array[];
}

/** Delivers one message. */
export type DeliverOne = (payload: unknown) => Promise<unknown>;

/** Sends the mail of one outbox message, by topic; each rejects when the mail must be retried. */
export function createMailDelivery(options: MailDeliveryOptions): Readonly<Record<string, DeliverOne>> {
  const { pool, send, appOrigin } = options;
  const drop: DeliverOne = async () => undefined;
  if (!send || appOrigin === undefined) {
    return {
      [RESET_MAIL_TOPIC]: drop,
      [INVITATION_MAIL_TOPIC]: drop,
      [CONFIRMATION_MAIL_TOPIC]: drop,
      [CHANGED_EMAIL_TOPIC]: drop,
      [REMINDER_MAIL_TOPIC]: drop,
    };
  }
  const mailer = { ...options, send, appOrigin };
  const untilRefused =
    (deliver: DeliverOne): DeliverOne =>
    async (payload) => {
      try {
        await deliver(payload);
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        pool.log.error({ err: error }, 'the mail server has permanently refused a mail');
      }
    };
  return {
    [RESET_MAIL_TOPIC]: untilRefused(createResetMailer(mailer)),
    [INVITATION_MAIL_TOPIC]: untilRefused(createInvitationMailer(mailer)),
    [CONFIRMATION_MAIL_TOPIC]: untilRefused(createConfirmationMailer(mailer)),
    [CHANGED_EMAIL_TOPIC]: untilRefused(createChangedEmailMailer(mailer)),
    [REMINDER_MAIL_TOPIC]: untilRefused(createReminderMailer(mailer)),
  };
}
