import type { NewMessage } from '@svc/chassis/outbox/message';
import { CHANGED_EMAIL_TOPIC, mailMessage } from '../mails/mail-topics.js';
import { plainName } from '../mails/plain-name.js';
import type { SendMail } from '../mails/send-mail.js';

/** Milliseconds for which a mail is retried. */
const PATIENCE_MS = 24 * 60 * 60 * 1_000;

/** A notice to the address that an account had before. */
interface ChangedEmailMail {
  readonly name: string;
  readonly address: string;
  /** Milliseconds since the epoch after which the mail is dropped. */
  readonly until: number;
}

/** The message for the outbox. */
export function changedEmailMail({ name, email }: { readonly name: string; readonly email: string }): NewMessage {
  const mail: ChangedEmailMail = { name, address: email, until: Date.now() + PATIENCE_MS };
  return mailMessage(CHANGED_EMAIL_TOPIC, mail);
}

/** Tells the previous address, which may be all that its owner still has when someone else took over the account. */
export function createChangedEmailMailer({ send, appName }: { readonly send: SendMail; readonly appName: string }) {
  return async (payload: unknown): Promise<void> => {
    const { name, address, until } = payload as ChangedEmailMail;
    if (Date.now() > until) return;
    await send({
      to: { name: plainName(name), address },
      subject: `Your ${appName} email was changed`,
      text: `Your ${appName} account no longer uses this email address. You sign in with the new one from now on.\n\nIf you didn't change it, contact your administrator.\n`,
    });
  };
}
