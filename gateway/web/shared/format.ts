/** How numbers, dates and money read to a user. Nothing else calls Intl. */

export interface FormatOptions {
  /** BCP 47 tag. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface Formats extends FormatOptions {
  readonly count: (value: number) => string;
  /** 12.3K, for places that are narrow. */
  readonly compact: (value: number) => string;
  readonly money: (amount: number, currency: string) => string;
  /** A date without time, `YYYY-MM-DD`: it is the same day everywhere. */
  readonly day: (date: string) => string;
  /** The same without its year when that is this year. */
  readonly shortDay: (date: string, today: string) => string;
  /** The same with the day of the week: "Tue, Nov 24". */
  readonly weekday: (date: string, today: string) => string;
  /** An instant, in the user's time zone. */
  readonly time: (instant: string) => string;
  /** The time of day of an instant. */
  readonly clock: (instant: string) => string;
  /** The day on which an instant falls for the user, as `YYYY-MM-DD`. */
  readonly dayOf: (instant: string | Date) => string;
  /** "in 3 days", "2 days ago", "yesterday". */
  readonly days: (count: number) => string;
  /** "5 minutes ago". */
  readonly minutesAgo: (count: number) => string;
  /** The name of a country by its code; a code that is none stays as it is. */
  readonly country: (code: string) => string;
}

/** Formats for a user; those of English and UTC where the browser does not know what is asked for. */
export function createFormats({ locale, timeZone }: FormatOptions): Formats {
  const usable = Intl.NumberFormat.supportedLocalesOf([locale]).length > 0 ? locale : 'en';
  const count = new Intl.NumberFormat(usable, { maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat(usable, { notation: 'compact', maximumFractionDigits: 1 });
  // Dates have neither zone nor time: they are read and written in UTC.
  const day = new Intl.DateTimeFormat(usable, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(usable, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const ofWeek = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const weekday = new Intl.DateTimeFormat(usable, ofWeek);
  const weekdayOfYear = new Intl.DateTimeFormat(usable, { ...ofWeek, year: 'numeric' });
  const time = new Intl.DateTimeFormat(usable, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const clock = new Intl.DateTimeFormat(usable, { timeStyle: 'short', timeZone });
  const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const relative = new Intl.RelativeTimeFormat(usable, { numeric: 'auto' });
  const countries = new Intl.DisplayNames(usable, { type: 'region', fallback: 'code' });
  const moneyOf = new Map<string, Intl.NumberFormat>();
  const money = (currency: string): Intl.NumberFormat => {
    const known = moneyOf.get(currency) ?? new Intl.NumberFormat(usable, { style: 'currency', currency });
    moneyOf.set(currency, known);
    return known;
  };
  const dateOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
  return {
    locale: usable,
    timeZone,
    count: (value) => count.format(value),
    compact: (value) => compact.format(value),
    money: (amount, currency) => money(currency).format(amount),
    day: (date) => day.format(dateOf(date)),
    weekday: (date, today) => (date.slice(0, 4) === today.slice(0, 4) ? weekday : weekdayOfYear).format(dateOf(date)),
    shortDay: (date, today) => (date.slice(0, 4) === today.slice(0, 4) ? shortDay : day).format(dateOf(date)),
    time: (instant) => time.format(new Date(instant)),
    clock: (instant) => clock.format(new Date(instant)),
    dayOf: (instant) => isoDay.format(new Date(instant)),
    days: (days) => relative.format(days, 'day'),
    minutesAgo: (minutes) => relative.format(-minutes, 'minute'),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  };
}
