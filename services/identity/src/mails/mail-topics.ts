import type { NewMessage } from '@svc/chassis/outbox/message';

/** Outbox destination of mails; not one of our services. */
export const MAIL_SERVER = 'mail-server';

export const RESET_MAIL_TOPIC = 'mail.password_reset';
export const INVITATION_MAIL_TOPIC = 'mail.invitation';
export const CONFIRMATION_MAIL_TOPIC = 'mail.address_confirmation';
export const CHANGED_EMAIL_TOPIC = 'mail.changed_email';
export const REMINDER_MAIL_TOPIC = 'mail.morning_reminder';

/** A mail in the outbox, because the response to a write does not wait for the mail server. */
export function mailMessage(topic: string, payload: object, key?: string): NewMessage {
  return { destination: MAIL_SERVER, topic, payload, delayMs: 1, ...(key === undefined ? {} : { key }) };
}
