import { Temporal } from 'temporal-polyfill';
import { type AppError, invalidInput } from '../errors/app-error.js';
import { DAY_MS } from './durations.js';

/** A calendar day (`YYYY-MM-DD`), or an instant. */
export type Moment = { readonly day: string } | { readonly instant: Date };

const MOMENT =
  /^(?<day>\d{4}-\d{2}-\d{2})(?<time>T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)?(?<offset>Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** Names older than IANA's list, which the runtime accepts as zones and Temporal does not. */
const OLD_ZONE = /^[A-Z]{3}$/i;

/** First and last supported day. */
const FIRST_DAY = '1000-01-01';
const LAST_DAY = '9999-12-31';

/** Parses a date, or a date-time with its offset, kept to the millisecond. Throws invalid_input for anything else. */
export function parseMoment(path: string, text: string): Moment {
  const { day, time, offset } = MOMENT.exec(text)?.groups ?? {};
  if (day === undefined || (time === undefined && offset !== undefined)) {
    throw invalidInput(path, 'must be a date (2026-05-31) or a date-time with offset (2026-05-31T14:30:00Z).');
  }
  if (time !== undefined && offset === undefined) {
    throw invalidInput(path, 'has a time without an offset: end it with Z or with one such as +02:00.');
  }
  try {
    Temporal.PlainDate.from(day, { overflow: 'reject' });
  } catch {
    throw invalidInput(path, `names ${day}, which is not a day of the calendar.`);
  }
  // A range that starts earlier is a mistake.
  if (day < FIRST_DAY) throw invalidInput(path, `must be from ${FIRST_DAY} to ${LAST_DAY}.`);
  return time === undefined ? { day } : { instant: new Date(text) };
}

/** The first instant of the day in the time zone, or of the next day where the zone skips this one. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zoneOf(timeZone)).epochMilliseconds);
}

/** The first instant after the day in the time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zoneOf(timeZone)).epochMilliseconds);
}

/** The instant of a full hour of the day in the time zone: the first of two when clocks go back, the next one when they skip it. */
export function hourOfDay(day: string, hour: number, timeZone: string): Date {
  const time = Temporal.PlainTime.from({ hour });
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zoneOf(timeZone), plainTime: time });
  return new Date(zoned.epochMilliseconds);
}

/** The start of a range, inclusive: the start of the day in the time zone for a date, the exact instant for a date-time. */
export function parseRangeStart(text: string, timeZone: string, path: string): Date {
  const moment = parseMoment(path, text);
  return 'day' in moment ? startOfDay(moment.day, timeZone) : moment.instant;
}

/**
 * The exclusive end of a range: for a date the start of the next day in the time zone; for a date-time, which is itself included, the next
 * millisecond, the smallest stored step.
 */
export function parseRangeEnd(text: string, timeZone: string, path: string): Date {
  const moment = parseMoment(path, text);
  return 'day' in moment ? endOfDay(moment.day, timeZone) : new Date(moment.instant.getTime() + 1);
}

/** A range of instants; null leaves an end open. */
export interface InstantRange {
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
}

/** The names of a range's ends in the request. */
const RANGE_ENDS = { from: 'from', to: 'to' };

/** Parses a range whose days are in the time zone. Throws invalid_input, also for an end before the start. */
export function parseRange(
  { from, to }: { readonly from?: string | null | undefined; readonly to?: string | null | undefined },
  timeZone: string,
  names = RANGE_ENDS,
): InstantRange {
  const start = typeof from === 'string' ? parseRangeStart(from, timeZone, names.from) : null;
  const before = typeof to === 'string' ? parseRangeEnd(to, timeZone, names.to) : null;
  // A day that the time zone skips is an empty range, but no backward one.
  if (start !== null && before !== null && start >= before && from !== to) throw backwardRange(names);
  return { from: start, before };
}

/** The error for a range whose end is before its start. */
export function backwardRange(names = RANGE_ENDS): AppError {
  return invalidInput(names.to, `lies before \`${names.from}\`. Swap the two.`);
}

/** The day this many days after another. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** The Monday of a day's week. */
export function startOfWeek(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The first instants of this many weeks in the time zone, and of the week after them. */
export function boundsOfWeeks(firstDay: string, weeks: number, timeZone: string): Date[] {
  return Array.from({ length: weeks + 1 }, (_, week) => startOfDay(addDays(firstDay, week * 7), timeZone));
}

/** Days from one day to another, both `YYYY-MM-DD`; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The day of an instant in the time zone, `YYYY-MM-DD`. */
export function localDay(instant: Date, timeZone: string): string {
  return toZoned(instant, timeZone).toPlainDate().toString();
}

/** An instant in the local time of the time zone, with its offset: `2026-03-29T14:00:00+02:00`. */
export function localTime(instant: Date, timeZone: string): string {
  return toZoned(instant, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

function toZoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zoneOf(timeZone));
}

/** Resolved zone names: asking the runtime takes a tenth of a millisecond, too much for each entry of a list of days. */
const RESOLVED = new Map<string, string>([['UTC', 'UTC']]);

function zoneOf(timeZone: string): string {
  if (!OLD_ZONE.test(timeZone)) return timeZone;
  const name = timeZone.toUpperCase();
  const zone = RESOLVED.get(name) ?? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  RESOLVED.set(name, zone);
  return zone;
}
