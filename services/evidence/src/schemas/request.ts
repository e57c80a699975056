import { clearable, Id, InstantInput } from '@svc/chassis/schemas/scalars';
import { isTimeZone } from '@svc/chassis/time/time-zone';
import { z } from 'zod';
import { PastedUrl, PlatformChoice, ShortText } from './fields.js';
import { ALIASES_MAX, PROMO_CODES_MAX, SHORT_LENGTH_MAX } from './limits.js';

const PromoCode = clearable(64);

/** The request, part of every action's input. */
export const requestFields = {
  requestedDate: ShortText.describe('Date on which the video was posted, YYYY-MM-DD.'),
  requestedDateTo: ShortText.describe('Last day, when the date is a range of at most 31 days.'),
  timeZone: z
    .string()
    .trim()
    .max(100)
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin.')
    .optional()
    .describe('IANA name; default: your setting.'),
  promoCode: PromoCode.optional(),
  promoCodes: z.array(PromoCode).max(PROMO_CODES_MAX).optional(),
  query: ShortText.describe('Search words.'),
  account: z
    .strictObject({ platform: PlatformChoice, handle: ShortText, url: PastedUrl })
    .nullable()
    .optional()
    .describe('Handle, or address of the account page.'),
  brand: z
    .strictObject({ name: ShortText, aliases: z.array(clearable(SHORT_LENGTH_MAX)).max(ALIASES_MAX).optional() })
    .nullable()
    .optional(),
  dealId: Id.nullable().optional(),
  asOf: InstantInput.transform((instant) => instant.toISOString())
    .optional()
    .describe('Replaces the current time.'),
};

export const RequestInput = z.strictObject(requestFields);
export type RequestInput = z.output<typeof RequestInput>;
