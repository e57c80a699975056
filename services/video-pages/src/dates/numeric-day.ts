import { dayOf } from './calendar-day.js';

export type NumericDay =
  { readonly day: string } | { readonly day: null; readonly reason: 'ambiguous_date' | 'not_a_day' };

const NUMERIC =
  /(?<![\d.,:/-])(?<first>\d{1,4})(?<separator>[./-]) ?(?<second>\d{1,2})\k<separator> ?(?<third>\d{4}|\d{2})(?![\d:/-])/;
const YEAR_FIRST =
  /(?<![\d.,:/-])(?<year>\d{4})(?<separator>[./-]) ?(?<month>\d{1,2})\k<separator> ?(?<day>\d{1,2})(?!\d)/;

/**
 * Parses a numeric date; null when there is none. Tells day from month by size, by dots (which only day-first languages use), or by the
 * first language that decides it.
 */
export function readNumericDay(text: string, languages: readonly (string | null | undefined)[]): NumericDay | null {
  const yearFirst = YEAR_FIRST.exec(text)?.groups;
  if (yearFirst) return valid(dayOf(Number(yearFirst['year']), Number(yearFirst['month']), Number(yearFirst['day'])));
  const groups = NUMERIC.exec(text)?.groups;
  const [first, second] = [Number(groups?.['first']), Number(groups?.['second'])];
  if (!groups || first > 31 || second > 31) return null;
  const year = Number(groups['third']) + (groups['third']?.length === 2 ? 2_000 : 0);
  const isDayFirst = first > 12 || first === second || groups['separator'] === '.' || undefined;
  const isMonthFirst = second > 12 || undefined;
  const order = isDayFirst ? 'day' : isMonthFirst ? 'month' : firstOrder(languages);
  if (order === null) return { day: null, reason: 'ambiguous_date' };
  return valid(order === 'day' ? dayOf(year, second, first) : dayOf(year, first, second));
}

function valid(day: string | null): NumericDay {
  return day === null ? { day, reason: 'not_a_day' } : { day };
}

function firstOrder(languages: readonly (string | null | undefined)[]): 'day' | 'month' | null {
  for (const tag of languages) {
    const order = orderOf(tag ?? '');
    if (order !== null) return order;
  }
  return null;
}

/**
 * Returns whether dates that end with the year start with day or month; null when the regions of a language differ, or the year comes
 * first.
 */
function orderOf(tag: string): 'day' | 'month' | null {
  if (tag === '' || tag.length > 35) return null;
  try {
    const locale = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    if (locale.language === 'en' && locale.region === undefined) return null;
    if (Intl.DateTimeFormat.supportedLocalesOf(locale.language).length === 0) return null;
    const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
    const [first] = parts.filter((type) => type === 'day' || type === 'month' || type === 'year');
    return first === 'day' || first === 'month' ? first : null;
  } catch {
    return null;
  }
}
