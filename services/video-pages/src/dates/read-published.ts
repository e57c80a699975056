import { findLocale, type Locale } from '../views/locales.js';
import { plainText, shownText } from '../views/plain-text.js';
import { dayAfter, dayOf } from './calendar-day.js';
import { findMonths, type MonthMatch } from './month-names.js';
import { readNumericDay } from './numeric-day.js';
import { findTimeAgo, type TimeAgo } from './relative-phrases.js';

export type PublishedFault = 'not_a_date' | 'not_a_day' | 'ambiguous_date';

interface PublishedSource {
  /** Displayable text: one line of at most 200 characters. */
  readonly rawText: string;
}

/** A parsed publication date. The day of an instant or a relative date depends on the time zone. */
export type PublishedText =
  | (PublishedSource & { readonly kind: 'day'; readonly day: string })
  | (PublishedSource & { readonly kind: 'instant'; readonly at: string })
  | (PublishedSource & TimeAgo & { readonly kind: 'relative' })
  | (PublishedSource & { readonly kind: null; readonly reason: PublishedFault });

export interface PublishedOptions {
  /** Known language of the text, with its region; takes precedence over `pageLang`. */
  readonly locale?: string | null;
  /** Language tag of the text's page. */
  readonly pageLang?: string | null;
  /** The reader's day, `YYYY-MM-DD`, which resolves a date without a year to its latest occurrence. Without it such dates are rejected. */
  readonly today?: string | null;
}

type Reading =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'instant'; readonly at: string }
  | (TimeAgo & { readonly kind: 'relative' })
  | { readonly kind: null; readonly reason: PublishedFault };

const TEXT_LENGTH_MAX = 200;
const SEGMENT_BORDER = /[·•∙⋅‧・|\n]/;
const ISO =
  /(?<![\d-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?![\d-])(?:[t ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?<offset>z|[+-]\d{2}:?\d{2})?)?/;
const COMPACT = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;
/** `Fri May 01 20:19:24 +0000 2026` and `Fri, 01 May 2026 20:19:24 GMT`. */
const INTERNET =
  /^[a-z]{3},? (?:(?<month>[a-z]{3}) (?<day>\d{2})|(?<day2>\d{2}) (?<month2>[a-z]{3}) (?<year2>\d{4})) (?<time>\d{2}:\d{2}:\d{2}) (?<offset>gmt|utc|z|[+-]\d{4})(?: (?<year>\d{4}))?$/;
const CJK = /(?:(?<year>\d{4}) ?[年년] ?)?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일号號]/;
const TIME_OF_DAY = /\d{1,2}:\d{2}(?::\d{2})?/g;
const TOKEN = /\d+|[\p{L}\p{M}']+/gu;
/** Words allowed between the parts of a date. */
const CONNECTORS: ReadonlySet<string> = new Set(
  'st nd rd th er a de del of the di do da le el năm ng ika ค พ ศ'.split(' '),
);
/** Characters around a month name that may belong to its date. */
const REACH = 32;
/** Offset of the Buddhist calendar, in years. */
const BUDDHIST_YEARS = 543;

/** Parses a publication date as sites and people write it in 36 languages. Never throws. */
export function readPublished(text: string, options: PublishedOptions = {}): PublishedText {
  const read = text.slice(0, TEXT_LENGTH_MAX);
  return { rawText: shownText(read), ...readText(plainText(read), options) };
}

function readText(plain: string, options: PublishedOptions): Reading {
  const machine = readMachineDate(plain);
  if (machine) return machine;
  const locale = findLocale(options.locale) ?? findLocale(options.pageLang);
  let fault: PublishedFault = 'not_a_date';
  for (const segment of plain.split(SEGMENT_BORDER)) {
    const reading = readSegment(segment.trim(), locale, options);
    if (reading && reading.kind !== null) return reading;
    if (reading && fault === 'not_a_date') fault = reading.reason;
  }
  return { kind: null, reason: fault };
}

/** Parses a machine-readable date. */
function readMachineDate(plain: string): Reading | null {
  const internet = INTERNET.exec(plain)?.groups;
  if (internet) {
    const {
      month = internet['month2'],
      day = internet['day2'],
      year = internet['year2'],
      time,
      offset = '',
    } = internet;
    const instant = Date.parse(`${day} ${month} ${year} ${time} ${/^[+-]/.test(offset) ? offset : 'GMT'}`);
    return Number.isNaN(instant)
      ? { kind: null, reason: 'not_a_day' }
      : { kind: 'instant', at: new Date(instant).toISOString() };
  }
  const groups = (ISO.exec(plain) ?? COMPACT.exec(plain))?.groups;
  if (!groups) return null;
  const day = dayOf(Number(groups['year']), Number(groups['month']), Number(groups['day']));
  if (day === null) return { kind: null, reason: 'not_a_day' };
  const { time, offset } = groups;
  const instant =
    time === undefined || offset === undefined ? Number.NaN : Date.parse(`${day}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(instant) ? { kind: 'day', day } : { kind: 'instant', at: new Date(instant).toISOString() };
}

function readSegment(segment: string, locale: Locale | null, options: PublishedOptions): Reading | null {
  const numbered = CJK.exec(segment)?.groups;
  if (numbered) return asDay(yearOf(numbered['year']), Number(numbered['month']), Number(numbered['day']), options);
  for (const match of findMonths(segment)) {
    const reading = readNamed(segment, match, locale, options);
    if (reading) return reading;
  }
  const numeric = readNumericDay(segment, [options.locale, options.pageLang]);
  if (numeric) return numeric.day === null ? { kind: null, reason: numeric.reason } : { kind: 'day', day: numeric.day };
  const meanings = findTimeAgo(segment);
  if (!meanings) return null;
  const ago = chosen(meanings, locale, ({ unit, amount }) => `${unit} ${amount}`);
  return ago === null ? { kind: null, reason: 'ambiguous_date' } : { kind: 'relative', ...ago };
}

/** Parses a date with a month name; null without a day next to it. */
function readNamed(
  segment: string,
  { start, end, months }: MonthMatch,
  locale: Locale | null,
  options: PublishedOptions,
): Reading | null {
  const dated = { day: undefined as number | undefined, year: undefined as number | undefined };
  const behind = segment.slice(end, end + REACH).replace(TIME_OF_DAY, ' ');
  const before = segment.slice(Math.max(0, start - REACH), start).replace(TIME_OF_DAY, ' ');
  const tokens = (text: string): string[] => text.match(TOKEN) ?? [];
  // The closer number is the day: "1 May 2026" and "May 1, 2026".
  const isDayBefore =
    /\d{1,2}(?:\p{L}{1,2}|[.ºª])? ?(?:\p{L}{2,3} )?$/u.test(before) && !/^[ .]{0,2}\d{1,2}(?!\d)/.test(behind);
  const sides = isDayBefore
    ? [tokens(before).toReversed(), tokens(behind)]
    : [tokens(behind), tokens(before).toReversed()];
  for (const side of sides) takeNumbers(side, dated);
  if (dated.day === undefined) return null;
  const month = chosen(months, locale, String);
  if (month === null) return { kind: null, reason: 'ambiguous_date' };
  const { year } = dated;
  const isBuddhist = year !== undefined && year > 2_400 && months.has('th');
  return asDay(isBuddhist ? year - BUDDHIST_YEARS : year, month, dated.day, options);
}

/** Takes day and year from the tokens next to a month, as long as they are numbers and connecting words. */
function takeNumbers(tokens: readonly string[], dated: { day: number | undefined; year: number | undefined }): void {
  for (const token of tokens) {
    if (/^\d{4}$/.test(token) && dated.year === undefined) dated.year = Number(token);
    else if (/^\d{1,2}$/.test(token) && dated.day === undefined) dated.day = Number(token);
    else if (!CONNECTORS.has(token)) return;
  }
}

/** Returns a word's meaning in the known language, otherwise one shared by all languages that have it, otherwise the English one. */
function chosen<Meaning>(
  meanings: ReadonlyMap<Locale, Meaning>,
  locale: Locale | null,
  keyOf: (meaning: Meaning) => string,
): Meaning | null {
  const own = locale === null ? undefined : meanings.get(locale);
  const english = meanings.get('en');
  const all = new Map([...meanings.values()].map((meaning) => [keyOf(meaning), meaning]));
  const [only] = all.values();
  return own ?? (all.size === 1 ? only : undefined) ?? english ?? null;
}

function yearOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function asDay(year: number | undefined, month: number, day: number, { today }: PublishedOptions): Reading {
  if (year === undefined && (today === null || today === undefined)) return { kind: null, reason: 'ambiguous_date' };
  const read = year === undefined ? lastBefore(today ?? '', month, day) : dayOf(year, month, day);
  return read === null ? { kind: null, reason: 'not_a_day' } : { kind: 'day', day: read };
}

/** Returns the latest such day up to tomorrow, which it may already be elsewhere. February 29 may be several years back. */
function lastBefore(today: string, month: number, day: number): string | null {
  const latest = dayAfter(today);
  const years = Array.from({ length: 9 }, (_, ago) => Number(latest.slice(0, 4)) - ago);
  const days = years.map((year) => dayOf(year, month, day));
  return days.find((each) => each !== null && each <= latest) ?? null;
}
