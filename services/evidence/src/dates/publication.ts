import { addDays, localDay } from '@svc/chassis/time/calendar';
import { timeOfKey } from '@svc/video-pages/dates/id-time';
import { type PublishedSource, surestOf } from '@svc/video-pages/dates/publication';
import { type PublishedText, readPublished } from '@svc/video-pages/dates/read-published';
import type { TimeAgo } from '@svc/video-pages/dates/relative-phrases';
import { cutText } from '@svc/video-pages/views/plain-text';
import type { Context } from '../context.js';
import type { Published } from '../schemas/candidate.js';
import type { PublishedInput } from '../schemas/candidate-input.js';
import { SHORT_LENGTH_MAX } from '../schemas/limits.js';

type Zone = Pick<Context, 'timeZone' | 'today' | 'asOf' | 'days'>;

/** The range of possible publication days. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Maximum and minimum number of days per unit. */
const UNIT_DAYS: Readonly<
  Record<'day' | 'week' | 'month' | 'year', { readonly most: number; readonly least: number }>
> = {
  day: { most: 1, least: 1 },
  week: { most: 7, least: 7 },
  month: { most: 31, least: 28 },
  year: { most: 366, least: 365 },
};
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;
/** Maximum age of a publication in days. */
const DAYS_AGO_MAX = 36_525;

interface Reading extends Published {
  readonly source: PublishedSource;
}

/** Returns when a video was published, from the most reliable source in its row and id; null without any. */
export function readPublication(
  input: PublishedInput | undefined,
  text: string | null | undefined,
  canonicalKey: string | null,
  zone: Zone,
): Published | null {
  const readings: (Reading | null)[] = [
    input === null || input === undefined ? null : readStated(input, zone),
    text ? readText(text, 'dom_text', zone) : null,
    canonicalKey === null ? null : readIdTime(canonicalKey, zone),
  ];
  const read = readings.filter((reading) => reading !== null);
  return surestOf(read.filter(({ reason }) => reason === null)) ?? read[0] ?? null;
}

function readStated(input: NonNullable<PublishedInput>, zone: Zone): Reading | null {
  if (typeof input === 'string') return readText(input, 'dom_text', zone);
  const source = input.source ?? 'operator';
  const raw = input.rawText ? cutText(input.rawText, SHORT_LENGTH_MAX) : null;
  for (const text of [input.at, input.date]) {
    const reading = text ? readText(text, source, zone) : null;
    if (reading?.date)
      return { ...reading, source, rawText: raw === null ? reading.rawText : asRead(raw, zone).rawText };
  }
  const text = raw ?? input.date ?? input.at;
  return text ? readText(text, source, zone) : null;
}

function asRead(text: string, { today, days }: Zone): PublishedText {
  const read = days.get(text) ?? readPublished(text, { today });
  days.set(text, read);
  return read;
}

function readText(text: string, source: PublishedSource, zone: Zone): Reading {
  const read = asRead(text, zone);
  const { rawText } = read;
  switch (read.kind) {
    case 'day':
      return { date: read.day, at: null, rawText, source, reason: null };
    case 'instant':
      return { date: localDay(new Date(read.at), zone.timeZone), at: read.at, rawText, source, reason: null };
    case 'relative':
      return { date: null, at: null, rawText, source: 'relative_text', reason: null };
    default:
      return { date: null, at: null, rawText, source, reason: read.reason };
  }
}

function readIdTime(canonicalKey: string, zone: Zone): Reading | null {
  const at = timeOfKey(canonicalKey);
  return at === null ? null : { ...readText(at, 'id_timestamp', zone), rawText: null };
}

/** Returns the possible publication days of a relative date: plus or minus one unit. Null for any other date. */
export function spanOf(published: Published, zone: Zone): DaySpan | null {
  if (published.source !== 'relative_text') return null;
  if (published.date !== null) return { from: addDays(published.date, -1), to: addDays(published.date, 1) };
  const read = asRead(published.rawText ?? '', zone);
  return read.kind === 'relative' ? daysAgo(read, zone) : null;
}

function daysAgo({ unit, amount }: TimeAgo, { asOf, today, timeZone }: Zone): DaySpan | null {
  const [most, least] = [amount + 1, Math.max(0, amount - 1)];
  if (unit === 'second' || unit === 'minute' || unit === 'hour') {
    const before = (units: number): string => localDay(new Date(asOf.getTime() - units * UNIT_MS[unit]), timeZone);
    return { from: before(most), to: before(least) };
  }
  const days = UNIT_DAYS[unit];
  if (most * days.most > DAYS_AGO_MAX) return null;
  return { from: addDays(today, -most * days.most), to: addDays(today, -least * days.least) };
}
