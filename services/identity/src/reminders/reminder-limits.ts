import { networkOf } from '@svc/chassis/limits/client-network';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits mails that confirm addresses, and opened links in mails. Each method throws RATE_LIMITED. */
export interface ReminderLimits {
  /** Counts a mail that confirms an address: 5 an hour for an account. */
  countConfirmationMail(userId: string): Promise<void>;
  /** Counts an opened confirmation link: 60 in 15 minutes from an address. */
  countConfirmation(address: string): Promise<void>;
  /** Counts an opened link that ends reminders: 1,800 in 15 minutes from an address, because mail providers open them for all of their users. */
  countEnd(address: string): Promise<void>;
  close(): void;
}

const QUARTER_HOUR = 15 * 60;

export function createReminderLimits(redisUrl: string | undefined, log: Log): ReminderLimits {
  const open = (name: string, tries: number, windowSeconds: number, what: string) =>
    createRateLimit({ name: `identity:${name}`, tries, windowSeconds, what, redisUrl, log });
  const mails = open('confirmation-mail', 5, 60 * 60, 'have a link mailed');
  const confirmations = open('confirmation', 60, QUARTER_HOUR, 'confirm an address');
  const ends = open('reminder-end', 1_800, QUARTER_HOUR, 'stop reminders');
  return {
    countConfirmationMail: (userId) => mails.countTry(userId),
    countConfirmation: (address) => confirmations.countTry(networkOf(address)),
    countEnd: (address) => ends.countTry(networkOf(address)),
    close: () => [mails, confirmations, ends].forEach((limit) => limit.close()),
  };
}
