import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { findUserByEmailForUpdate } from '../accounts/user-repo.js';
import { plainName } from '../mails/plain-name.js';
import type { SendMail } from '../mails/send-mail.js';
import { LINK_MINUTES } from './password-reset-repo.js';
import { createResetLink } from './reset-link.js';

/** A mail with a requested reset link; the link is created when the mail is sent, and is not stored. */
export interface ResetMail {
  readonly email: string;
  /** Milliseconds since the epoch after which the mail is dropped: a user who still waits has requested another. */
  readonly until: number;
}

export interface ResetMailerOptions {
  readonly pool: Pool;
  readonly send: SendMail;
  readonly appName: string;
  readonly appOrigin: string;
}

/** Mails a reset link, if the account exists; each link invalidates the previous one. */
export function createResetMailer({ pool, send, appName, appOrigin }: ResetMailerOptions) {
  return async (payload: unknown): Promise<void> => {
    const { email, until } = payload as ResetMail;
    if (Date.now() > until) return;
    const mail = await inTransaction(pool, async (tx) => {
      // Locked, so that a link to a previous address does not outlast a change of the address.
      const user = await findUserByEmailForUpdate(tx, email);
      if (!user || user.disabledAt) return undefined;
      return { user, link: await createResetLink(tx, user.id, 'mailed', appOrigin) };
    });
    if (!mail) return;
    const { user, link } = mail;
    await send({
      to: { name: plainName(user.name), address: user.email },
      subject: `Reset your ${appName} password`,
      text: `Open this link within ${LINK_MINUTES} minutes to set a new password:\n\n${link}\n\nIf you didn't request this, you can ignore this email. Your password stays the same.\n`,
    });
  };
}
