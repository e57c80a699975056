import { z } from 'zod';
import { hasControlCharacters } from './control-characters.js';

/** Range of supported dates and instants; the end is exclusive. */
const YEARS = { first: new Date('1900-01-01T00:00:00Z'), end: new Date('3000-01-01T00:00:00Z') };

/** UUID of a record; in lower case, as Postgres returns it, because services compare ids as texts and some clients write upper case. */
export const Id = z.uuid().toLowerCase();

/** An instant in responses: ISO 8601 UTC with milliseconds. */
export const Timestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ precision: 3 }),
);

/** An instant, or null for none. */
export const NullableTimestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : (value ?? null)),
  z.iso.datetime({ precision: 3 }).nullable(),
);

/** Creation time, last change and version of a record. */
export const stamps = { createdAt: Timestamp, updatedAt: Timestamp, version: z.int() };

/** An instant in requests: ISO 8601 with an offset. The service decides whether it may be in the past. */
export const InstantInput = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((instant) => instant >= YEARS.first && instant < YEARS.end, 'must be in a year from 1900 to 2999.');

/** An existing calendar date, `YYYY-MM-DD`, in a supported year. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date < '3000-01-01', 'must be from 1900-01-01 to 2999-12-31.');

const RangeEnd = z.union([CalendarDate, z.iso.datetime({ offset: true })]).optional();

/** The range of statistics; all time when absent. */
export const rangeInput = {
  from: RangeEnd.describe('An instant, or a date, which begins with its day.'),
  to: RangeEnd.describe('An instant, inclusive, or a date, which covers its whole day.'),
};

/** An http(s) address without credentials, because anyone who sees the record could read them. */
export const WebUrl = z
  .string()
  .refine((value) => !hasControlCharacters(value), 'must not contain control characters. Remove them.')
  .refine((value) => !hasCredentials(value), 'must not contain a user name or password. Remove them.')
  .check(z.url({ protocol: /^https?$/, hostname: /./ }), z.maxLength(2_048));

function hasCredentials(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** White space, and characters without a width. */
const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}]*$/u;

/** Text of one line or more, trimmed, of 1 to `max` characters, some of them visible. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => value === '' || !UNSEEN.test(value), 'has nothing in it that can be seen. Send a text.');

/** A text that can be cleared: trimmed, of at most `max` characters, and valid for `schema`; one without visible characters means null. */
export const clearable = (max: number, schema: z.ZodType<string, string> = z.string()) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (UNSEEN.test(value) ? null : value))
    .pipe(schema.nullable())
    .nullable();

/** A text kept exactly as sent, white space included: secrets, files, and formatted text. */
export const verbatim = (max: number) => z.string().max(max).describe('Taken exactly as sent, not trimmed.');

/** A search text. */
export const Search = text(200);

/** A response field that is absent when empty, instead of null. */
export const present = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());
