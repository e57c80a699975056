/** Formats of numbers, dates and money for a user. No other module formats with Intl. */
import { usableTimeZone } from './usable-time-zone.js';

export interface FormatOptions {
  /** BCP 47 language tag. */
  readonly locale: string;
  /** IANA time zone. */
  readonly timeZone: string;
}

/** A code with its name. */
interface Named {
  readonly code: string;
  readonly name: string;
}

type DatePart = 'year' | 'month' | 'day';

/** The locale's date format, for parsing; names and words are in lower case. */
export interface DateForm {
  /** The order of the parts of a numeric date. */
  readonly order: readonly DatePart[];
  /** The long and short names of each month, starting with January. */
  readonly months: readonly (readonly string[])[];
  /** Words that a date may contain besides its parts: "de", "年", "Monday". */
  readonly words: ReadonlySet<string>;
}

export interface Formats extends FormatOptions {
  readonly count: (value: number) => string;
  /** 12.3K, for narrow places. */
  readonly compact: (value: number) => string;
  readonly money: (amount: number, currency: string) => string;
  /** "$12.3K", for narrow places. */
  readonly compactMoney: (amount: number, currency: string) => string;
  /** An amount without its currency: "1,250" or "1,250.50". */
  readonly decimal: (amount: number) => string;
  /** The decimal separator. */
  readonly decimalMark: () => string;
  /** A date without a time, from `YYYY-MM-DD`: the same day in every time zone. */
  readonly day: (date: string) => string;
  /** A date without its year if that is the current one. */
  readonly shortDay: (date: string, today: string) => string;
  /** A short date with the day of the week: "Tue, Nov 24". */
  readonly weekday: (date: string, today: string) => string;
  /** Only the day of the week: "Tue". */
  readonly weekdayName: (date: string) => string;
  /** The day of the month. */
  readonly dayOfMonth: (date: string) => string;
  /** A numeric date, as in fields: "11/24/2026". */
  readonly digitDay: (date: string) => string;
  /** A full date: "Tuesday, November 24, 2026". */
  readonly fullDay: (date: string) => string;
  /** The month of a date: "November 2026". */
  readonly monthOf: (date: string) => string;
  readonly dateForm: () => DateForm;
  /** The first day of the week; 0 is Sunday. */
  readonly weekStart: () => number;
  /** An instant, in the user's time zone. */
  readonly time: (instant: string) => string;
  /** A shortened instant: "Today, 4:55 PM", "Nov 18, 4:55 PM". */
  readonly shortTime: (instant: string, today: string) => string;
  /** The time of day of an instant. */
  readonly clock: (instant: string) => string;
  /** The user's date at an instant, as `YYYY-MM-DD`. */
  readonly dayOf: (instant: string | Date) => string;
  /** "in 3 days", "2 days ago", "yesterday". */
  readonly days: (count: number) => string;
  /** "5 minutes ago". */
  readonly minutesAgo: (count: number) => string;
  /** "just now", "3 hours ago", "yesterday"; after a week, the date. */
  readonly ago: (instant: string, now: Date) => string;
  /** The name of a country by its code; an invalid code is returned unchanged. */
  readonly country: (code: string) => string;
  /** All currencies, with their names: "USD", "US Dollar". */
  readonly currencies: () => readonly Named[];
  /** The name of a region's formats by its tag: "German (Germany)". */
  readonly regionName: (tag: string) => string;
}

function shortMoney(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}

/** Formats for a user; falls back to English and to UTC if the browser does not know the locale or the time zone. */
export function createFormats({ locale, timeZone }: FormatOptions): Formats {
  const usable = Intl.NumberFormat.supportedLocalesOf([locale]).length > 0 ? locale : 'en';
  const numbers = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(usable, options));
  const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(usable, options));
  const zone = once(() => usableTimeZone(timeZone));
  const times = (options: Intl.DateTimeFormatOptions, tag = usable) =>
    once(() => new Intl.DateTimeFormat(tag, { ...options, timeZone: zone() }));
  const count = numbers({ maximumFractionDigits: 0 });
  const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 });
  const decimal = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  // Dates have neither a zone nor a time, so they are parsed and formatted in UTC.
  const day = dates({ dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const ofWeek = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const weekday = dates(ofWeek);
  const weekdayOfYear = dates({ ...ofWeek, year: 'numeric' });
  const weekdayName = dates({ weekday: 'short', timeZone: 'UTC' });
  const digitDay = dates(IN_DIGITS);
  const fullDay = dates({ dateStyle: 'full', ...COMMON, timeZone: 'UTC' });
  const month = dates({ year: 'numeric', month: 'long', ...COMMON, timeZone: 'UTC' });
  const form = once(() => dateForm(usable));
  const time = times({ dateStyle: 'medium', timeStyle: 'short' });
  const clock = times({ timeStyle: 'short' });
  const isoDay = times({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
  const relative = once(() => new Intl.RelativeTimeFormat(usable, { numeric: 'auto' }));
  const countries = once(() => new Intl.DisplayNames(usable, { type: 'region', fallback: 'code' }));
  const moneyOf = new Map<string, Intl.NumberFormat>();
  const money = (currency: string): Intl.NumberFormat => {
    const known = moneyOf.get(currency) ?? new Intl.NumberFormat(usable, { style: 'currency', currency });
    moneyOf.set(currency, known);
    return known;
  };
  const dayOf = (instant: string | Date): string => isoDay().format(new Date(instant));
  const dateOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
  const isSameYear = (date: string, today: string): boolean => date.slice(0, 4) === today.slice(0, 4);
  return {
    locale: usable,
    get timeZone() {
      return zone();
    },
    count: (value) => count().format(value),
    compact: (value) => compact().format(value),
    money: (amount, currency) => money(currency).format(amount),
    compactMoney: (amount, currency) => shortMoney(usable, currency).format(amount),
    decimal: (amount) => (Number.isInteger(amount) ? count() : decimal()).format(amount),
    decimalMark: () =>
      decimal()
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
    day: (date) => day().format(dateOf(date)),
    weekday: (date, today) => (isSameYear(date, today) ? weekday() : weekdayOfYear()).format(dateOf(date)),
    weekdayName: (date) => weekdayName().format(dateOf(date)),
    dayOfMonth: (date) => count().format(Number(date.slice(8))),
    shortDay: (date, today) => (isSameYear(date, today) ? shortDay() : day()).format(dateOf(date)),
    digitDay: (date) => digitDay().format(dateOf(date)),
    fullDay: (date) => fullDay().format(dateOf(date)),
    monthOf: (date) => month().format(dateOf(date)),
    dateForm: form,
    weekStart: () => weekStart(usable),
    time: (instant) => time().format(new Date(instant)),
    shortTime: (instant, today) => {
      const then = dayOf(instant);
      if (then !== today && !isSameYear(then, today)) return time().format(new Date(instant));
      const date = then === today ? 'Today' : shortDay().format(dateOf(then));
      return `${date}, ${clock().format(new Date(instant))}`;
    },
    clock: (instant) => clock().format(new Date(instant)),
    dayOf,
    days: (days) => relative().format(days, 'day'),
    minutesAgo: (minutes) => relative().format(-minutes, 'minute'),
    ago: (instant, now) => {
      const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
      if (minutes < 1) return 'just now';
      if (minutes < 60) return relative().format(-minutes, 'minute');
      if (minutes < 24 * 60) return relative().format(-Math.floor(minutes / 60), 'hour');
      const [then, today] = [dayOf(instant), dayOf(now)];
      const days = Math.round((dateOf(today).getTime() - dateOf(then).getTime()) / 86_400_000);
      return days < 7 ? relative().format(-days, 'day') : day().format(dateOf(then));
    },
    currencies: () => {
      const names = new Intl.DisplayNames(usable, { type: 'currency' });
      return Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code }));
    },
    regionName: (tag) => new Intl.DisplayNames(usable, { type: 'language' }).of(tag) ?? tag,
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code),
  };
}

/** The calendar and digits of dates in the API, regardless of the region's own calendar. */
const COMMON = { calendar: 'gregory', numberingSystem: 'latn' } as const;
const IN_DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit', ...COMMON, timeZone: 'UTC' } as const;

function dateForm(locale: string): DateForm {
  const partsOf = (options: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat(locale, { ...COMMON, ...options, timeZone: 'UTC' }).formatToParts(date);
  const named = (['long', 'short'] as const).flatMap((month) => [
    { month },
    { year: 'numeric', month, day: 'numeric', weekday: month } as const,
  ]);
  const textOf = (parts: readonly Intl.DateTimeFormatPart[], kind: Intl.DateTimeFormatPartTypes): string[] =>
    parts.flatMap(({ type, value }) => (type === kind ? (value.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) : []));
  // Twelve days that cover every month and every day of the week.
  const days = Array.from({ length: 12 }, (_, place) => new Date(Date.UTC(2026, place, 1 + place)));
  const written = days.map((day) => named.map((options) => partsOf(options, day)));
  const names = written.map((ways) => new Set(ways.flatMap((parts) => textOf(parts, 'month'))));
  // "11月" is a number and a word common to all months.
  const isShared = (name: string): boolean => names.filter((each) => each.has(name)).length > 1;
  const inDigits = partsOf(IN_DIGITS, new Date(0));
  const beside = [...written.flat(), inDigits].flatMap((parts) => [
    ...textOf(parts, 'literal'),
    ...textOf(parts, 'weekday'),
  ]);
  return {
    order: inDigits.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : [])),
    months: names.map((each) => [...each].filter((name) => !isShared(name))),
    words: new Set([...beside, ...names.flatMap((each) => [...each].filter(isShared))]),
  };
}

/** The first day of the week. In browsers that cannot tell, it is Monday, except in the most populous regions where it is Sunday. */
function weekStart(tag: string): number {
  const locale = new Intl.Locale(tag);
  const known = (locale as { getWeekInfo?: () => { readonly firstDay: number } }).getWeekInfo?.();
  if (known) return known.firstDay % 7;
  return ['US', 'CA', 'BR', 'MX', 'JP', 'IN'].includes(locale.maximize().region ?? '') ? 0 : 1;
}

/** Creates a format on first use, because a page uses only a few of them and each takes milliseconds on a slow device. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

/** All time zones that the browser supports. */
export function knownTimeZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone');
}
