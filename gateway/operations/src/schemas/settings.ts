import { z } from 'zod';
import { Currency, ViewCheckDays } from './scalars.js';

const TimeZone = z.string().trim().max(64).refine(isTimeZone, 'Not an IANA time zone, such as Europe/Berlin.');

const Locale = z.string().trim().max(35).refine(isLocale, 'Not a BCP 47 language tag, such as en or pt-BR.');

const Notifications = z.strictObject({ dueViews: z.boolean(), teamSharing: z.boolean() });

/** Exactly the settings of a user. */
export const Settings = z
  .object({
    timeZone: z.string(),
    currency: z.string(),
    locale: z.string(),
    viewCheckDays: z.array(z.int()),
    notifications: z.object({ dueViews: z.boolean(), teamSharing: z.boolean() }),
  })
  .meta({ id: 'Settings' });

export const settingsFields = {
  timeZone: TimeZone.optional(),
  currency: Currency.optional(),
  locale: Locale.optional(),
  viewCheckDays: ViewCheckDays.optional(),
  notifications: Notifications.optional(),
};

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are accepted by the runtime but are no zones of the database.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
