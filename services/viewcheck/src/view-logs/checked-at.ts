import { invalidInput } from '@svc/chassis/errors/app-error';

const DAY_MS = 86_400_000;

/** Four digits without a leading zero, since a range that starts in antiquity is a mistake. */
const DATE = /^[1-9]\d{3}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(?<date>[1-9]\d{3}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?<offset>Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * The instant of a reading: a date is the start of that day in the time zone, a date-time carries its own offset and is kept to
 * the millisecond. Throws invalid_input for anything else, for more than 24 hours after `now`, and for days before 2005.
 */
export function parseCheckedAt(text: string, timeZone: string, now: Date): Date {
  const path = 'checkedAt';
  const moment = parseMoment(text, path);
  const instant = moment.unit === 'day' ? startOfDay(moment.dayMs, timeZone) : moment.instant;
  if (instant.getTime() > now.getTime() + DAY_MS) {
    throw invalidInput(path, `${path} must not be more than 24 hours ahead.`);
  }
  if (instant < startOfDay(Date.UTC(2005, 0, 1), timeZone)) {
    throw invalidInput(path, `${path} must not be before 2005-01-01.`);
  }
  return instant;
}

/** The start of a range, inclusive: of the whole day in the time zone for a date, the exact instant for a date-time. */
export function parseRangeStart(text: string, timeZone: string, path: string): { from: Date } {
  const moment = parseMoment(text, path);
  return { from: moment.unit === 'day' ? startOfDay(moment.dayMs, timeZone) : moment.instant };
}

/**
 * The end of a range as its exclusive bound: for a date the start of the next day in the time zone; for a date-time, which is
 * itself included, the next millisecond, the smallest step that is stored.
 */
export function parseRangeEnd(text: string, timeZone: string, path: string): { before: Date } {
  const moment = parseMoment(text, path);
  if (moment.unit === 'day') return { before: startOfDay(moment.dayMs + DAY_MS, timeZone) };
  return { before: new Date(moment.instant.getTime() + 1) };
}

/** The day of an instant in the time zone, `YYYY-MM-DD`. */
export function localDate(instant: Date, timeZone: string): string {
  return isoDate(localDay(instant.getTime(), timeZone));
}

/** A day of the calendar, as the milliseconds of its midnight in UTC, or one instant. */
type Moment = { unit: 'day'; dayMs: number } | { unit: 'instant'; instant: Date };

function parseMoment(text: string, path: string): Moment {
  if (DATE.test(text)) return { unit: 'day', dayMs: parseDay(text, path) };

  const { date, offset } = DATE_TIME.exec(text)?.groups ?? {};
  if (date === undefined) {
    throw invalidInput(path, `${path} must be a date (2026-05-31) or a date-time with offset (2026-05-31T14:30:00Z).`);
  }
  if (offset === undefined) {
    throw invalidInput(path, `${path} has a time without an offset: end it with Z or with one such as +02:00.`);
  }
  parseDay(date, path);
  return { unit: 'instant', instant: new Date(text) };
}

/** Milliseconds of the day's midnight in UTC. `Date` takes 30 February for 2 March, so that the day has to come back the same. */
function parseDay(date: string, path: string): number {
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(dayMs) || isoDate(dayMs) !== date) {
    throw invalidInput(path, `${path} names ${date}, which is not a day of the calendar.`);
  }
  return dayMs;
}

/**
 * The first instant that belongs to the day or, where the zone skips the day, to the next one; found by bisection, since clocks
 * that spring forward at midnight have no midnight to compute. No zone is a whole day from UTC.
 */
function startOfDay(dayMs: number, timeZone: string): Date {
  let before = dayMs - DAY_MS;
  let start = dayMs + DAY_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (localDay(middle, timeZone) < dayMs) before = middle;
    else start = middle;
  }
  return new Date(start);
}

/** The local day of an instant, as the milliseconds of that day's midnight in UTC. */
function localDay(instantMs: number, timeZone: string): number {
  const [month = 0, day = 0, year = 0] = dayFormat(timeZone).format(instantMs).split('/').map(Number);
  return Date.UTC(year, month - 1, day);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times what using it does. Writes `5/31/2026`. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  dayFormats.set(timeZone, format);
  return format;
}

function isoDate(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
