import { text } from '@svc/chassis/schemas/scalars';
import { isTimeZone } from '@svc/chassis/time/time-zone';
import { z } from 'zod';
import { Currency, ViewCheckDays } from './scalars.js';

export const TimeZone = text(64).refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin.');

export const Locale = text(35).refine(isLocale, 'must be a BCP 47 language tag, such as en or pt-BR.');

const dueViews = z
  .boolean()
  .describe(
    'Sends one email a day from 7:00 your time when checks are due, if your address is confirmed and mail is set up.',
  );

const Notifications = z.strictObject({ dueViews, teamSharing: z.boolean() }).partial();

/** All settings of a user. */
export const Settings = z
  .object({
    timeZone: z.string(),
    currency: z.string(),
    locale: z.string(),
    viewCheckDays: z.array(z.int()),
    notifications: z.object({ dueViews, teamSharing: z.boolean() }),
    version: z.int().describe('0 until the first change.'),
  })
  .meta({ id: 'Settings' });

export const settingsFields = {
  timeZone: TimeZone.optional(),
  currency: Currency.optional(),
  locale: Locale.optional(),
  viewCheckDays: ViewCheckDays.optional(),
  notifications: Notifications.optional().describe('Omitted settings stay unchanged.'),
};

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
