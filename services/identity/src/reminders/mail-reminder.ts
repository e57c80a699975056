import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DueChecks } from '@svc/proto/identity/v1/reminder_service';
import { open, seal } from '../authentication/sealing.js';
import { mailMessage, REMINDER_MAIL_TOPIC } from '../mails/mail-topics.js';
import { plainName } from '../mails/plain-name.js';
import type { SendMail } from '../mails/send-mail.js';
import { reminderToken } from './reminder-link.js';
import { findRemindedUser } from './reminder-repo.js';

/** A message in the outbox. */
interface Sealed {
  readonly userId: string;
  /** Milliseconds since the epoch at which the morning is over. */
  readonly until: number;
  /** The due checks, sealed: only deal stores names of deals in plain text. */
  readonly sealed: string;
}

/** Builds the mail for the outbox. */
export async function sealReminderMail(due: DueChecks, until: Date, sealingSecret: Uint8Array): Promise<NewMessage> {
  const sealed = await seal(new TextEncoder().encode(JSON.stringify(due)), sealingSecret);
  const payload: Sealed = { userId: due.ownerId, until: until.getTime(), sealed };
  return mailMessage(REMINDER_MAIL_TOPIC, payload, due.ownerId);
}

export interface ReminderMailerOptions {
  readonly pool: Pool;
  readonly send: SendMail;
  /** The first secret signs the link that ends reminders. */
  readonly secrets: readonly Uint8Array[];
  readonly appName: string;
  readonly appOrigin: string;
}

/** Mails the due checks, unless the morning is over or the user no longer wants reminders. */
export function createReminderMailer({ pool, send, secrets, appName, appOrigin }: ReminderMailerOptions) {
  return async (payload: unknown): Promise<void> => {
    const { userId, until, sealed } = payload as Sealed;
    if (Date.now() > until) return;
    const user = await findRemindedUser(pool, userId);
    const [secret] = secrets;
    if (!user || !secret) return;
    const { plaintext } = await open(sealed, secrets);
    const due = JSON.parse(new TextDecoder().decode(plaintext)) as DueChecks;
    const endLink = `${appOrigin}/api/public/reminders/${reminderToken(userId, secret)}`;
    await send({
      to: { name: plainName(user.name), address: user.email },
      subject: `${checks(due.count)} due today`,
      text: `${checks(due.count)} ${due.count === 1 ? 'is' : 'are'} due in ${appName}:\n\n${describe(due)}\n\nRecord the view counts:\n${appOrigin}/today\n\nStop these emails:\n${endLink}\n`,
      // RFC 8058: mail programs show a button that ends the reminders without opening a page.
      headers: { 'List-Unsubscribe': `<${endLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
  };
}

function checks(count: number): string {
  return count === 1 ? '1 view check' : `${count} view checks`;
}

/** Lists the first checks, one per line; identical lines are merged. */
function describe({ count, first }: DueChecks): string {
  const texts = first.map(({ dealName, videoTitle }) => {
    const title = typeof videoTitle === 'string' ? `: ${plainName(videoTitle)}` : '';
    return `- ${plainName(dealName)}${title}`;
  });
  const lines = [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) =>
    length === 1 ? text : `${text} (${length} videos)`,
  );
  const others = count - first.length;
  return [...lines, ...(others > 0 ? [`- and ${others} more`] : [])].join('\n');
}
