import { z } from 'zod';

/** UUID of a record. */
export const Id = z.uuid();

/** An instant in answers: ISO 8601 UTC with milliseconds. */
export const Timestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ precision: 3 }),
);

/** An instant, or null where there is none. */
export const NullableTimestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : (value ?? null)),
  z.iso.datetime({ precision: 3 }).nullable(),
);

/** An instant that a caller gives: ISO 8601 with an offset. Whether it may lie in the past is for the service to say. */
export const InstantInput = z.iso.datetime({ offset: true });

/** A calendar date, `YYYY-MM-DD`, that exists, in a year that a date of this product can be in. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date < '3000-01-01', 'Has to be from 1900-01-01 to 2999-12-31.');

/** http(s) address. */
export const WebUrl = z.url({ protocol: /^https?$/, hostname: /./ }).max(2_048);

/** Text of one line or more, trimmed, of 1 to `max` characters. */
export const text = (max: number) => z.string().trim().min(1).max(max);

/** An amount of money: at most two decimals. */
export const Money = z
  .number()
  .min(0)
  .max(999_999_999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 0.001, 'At most two decimals.');

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217 code. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => CURRENCIES.has(code), 'Not an ISO 4217 currency code, such as USD.');

/** Counts of views that JavaScript and JSON carry exactly. */
export const ViewCount = z.int().min(0);

/** Days after posting at which views are checked. */
export const ViewCheckDays = z
  .array(z.int().min(0).max(3_650))
  .min(1)
  .max(10)
  .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? day)), 'Has to ascend.');

/** Whose records a list holds: one's own, or also those shared through teams. */
export const Scope = z.enum(['mine', 'mine-and-shared']).default('mine');

/** What a search looks for. */
export const Search = text(200);

/** A field of answers that is absent where there is none, rather than null. */
export const present = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());
