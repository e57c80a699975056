import { z } from 'zod';
import { hasControlCharacters } from './control-characters.js';

/** Years that dates and instants of this product can be in. */
const YEARS = { first: new Date('1900-01-01T00:00:00Z'), end: new Date('3000-01-01T00:00:00Z') };

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

/** What every record says of its changes. */
export const stamps = { createdAt: Timestamp, updatedAt: Timestamp, version: z.int() };

/** An instant that a caller gives: ISO 8601 with an offset. Whether it may lie in the past is for the service to say. */
export const InstantInput = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((instant) => instant >= YEARS.first && instant < YEARS.end, 'must be in a year from 1900 to 2999.');

/** A calendar date, `YYYY-MM-DD`, that exists, in a year that a date of this product can be in. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date < '3000-01-01', 'must be from 1900-01-01 to 2999-12-31.');

const RangeEnd = z.union([CalendarDate, z.iso.datetime({ offset: true })]).optional();

/** The range of statistics; without it all time. */
export const rangeInput = {
  from: RangeEnd.describe('An instant, or a date, which begins with its day.'),
  to: RangeEnd.describe('An instant, inclusive, or a date, which covers its whole day.'),
};

/** http(s) address. */
export const WebUrl = z
  .string()
  .refine((value) => !hasControlCharacters(value), 'must have no control characters in it. Remove them.')
  .check(z.url({ protocol: /^https?$/, hostname: /./ }), z.maxLength(2_048));

/** Blanks, and what takes no room at all. */
const UNSEEN = /^[\p{Z}\p{Cc}\p{Cf}]*$/u;

/** Text of one line or more, trimmed, of 1 to `max` characters, some of which can be seen. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => value === '' || !UNSEEN.test(value), 'has nothing in it that can be seen. Send a text.');

/** A text that can be cleared: trimmed, of at most `max` characters, and as `schema` has it; one in which nothing can be seen means null. */
export const clearable = (max: number, schema: z.ZodType<string, string> = z.string()) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (UNSEEN.test(value) ? null : value))
    .pipe(schema.nullable())
    .nullable();

/** A text that is taken exactly as it is, blanks and all: secrets, files, and what people have laid out. */
export const verbatim = (max: number) => z.string().max(max).describe('Taken exactly as it is, not trimmed.');

/** What a search looks for. */
export const Search = text(200);

/** A field of answers that is absent where there is none, rather than null. */
export const present = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());
