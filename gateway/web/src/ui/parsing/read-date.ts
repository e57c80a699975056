import type { DateForm, Formats } from '@svc/web/shared/format';
import { addDays } from '../../days/add-days.js';
import { asciiDigits } from './ascii-digits.js';

/** Context of a typed date. */
export interface DateContext {
  readonly today: string;
  readonly form: DateForm;
  /** The region's words for days by their distance from today: "morgen" is 1. */
  readonly near: ReadonlyMap<string, number>;
  /** A date without a year gets the year that puts it between these. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A date as `YYYY-MM-DD`; a complete one does not need today's. */
export interface TypedDate {
  readonly date: string;
  readonly isWhole: boolean;
}

const ENGLISH_DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);
const ENGLISH_MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const NAME_MIN = 3;

/** The region's words for yesterday, today and tomorrow. */
export function nearDays({ days }: Formats): ReadonlyMap<string, number> {
  return new Map([-1, 0, 1].map((distance) => [days(distance).toLowerCase(), distance]));
}

/**
 * Parses a date as people write it: `2026-11-24`, in the region's numbers or names ("24.11.26", "24 nov"), "tomorrow" or "+3". Returns nothing for an
 * invalid date.
 */
export function parseDate(typed: string, context: DateContext): TypedDate | undefined {
  const text = asciiDigits(typed.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
  const near = context.near.get(text) ?? ENGLISH_DAYS.get(text) ?? distanceIn(text);
  if (near !== undefined) return { date: addDays(context.today, near), isWhole: false };
  const parts = partsOf(text, context.form);
  return parts && dateOf(parts, context);
}

function distanceIn(text: string): number | undefined {
  const digits = /^(?<sign>[+\u2212-]) ?(?<days>\d{1,4})$/.exec(text)?.groups;
  if (!digits) return undefined;
  return Number(digits['days']) * (digits['sign'] === '+' ? 1 : -1);
}

interface DateParts {
  readonly year?: string | undefined;
  readonly month: number;
  readonly day: number;
}

function partsOf(text: string, form: DateForm): DateParts | undefined {
  const numbers: string[] = [];
  let named: number | undefined;
  for (const token of text.match(/\d+|[\p{L}\p{M}]+/gu) ?? []) {
    if (/^\d/.test(token)) numbers.push(token);
    else {
      const month = monthIn(token, form);
      if (month !== undefined && named === undefined) named = month;
      else if (!form.words.has(token)) return undefined;
    }
  }
  return named === undefined ? inDigits(numbers, form.order) : withName(numbers, named);
}

/** The month for a name or its beginning; an ambiguous beginning is none. */
function monthIn(word: string, { months }: DateForm): number | undefined {
  const is = (fits: (name: string) => boolean) =>
    months.flatMap((names, place) => ([...names, ENGLISH_MONTHS[place] ?? ''].some(fits) ? [place + 1] : []));
  const exact = is((name) => name === word);
  const found = exact.length > 0 || word.length < NAME_MIN ? exact : is((name) => name.startsWith(word));
  return found.length === 1 ? found[0] : undefined;
}

function withName(numbers: readonly string[], month: number): DateParts | undefined {
  const [first, second] = numbers;
  if (first === undefined || numbers.length > 2) return undefined;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return day === undefined ? undefined : { year, month, day: Number(day) };
}

function inDigits(numbers: readonly string[], order: DateForm['order']): DateParts | undefined {
  const [only = '', ...others] = numbers;
  if (others.length === 0) {
    const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(only);
    return digits ? { year: digits[1], month: Number(digits[2]), day: Number(digits[3]) } : undefined;
  }
  const withoutYear = order.filter((part) => part !== 'year');
  const found = numbers.length === 2 ? withoutYear : only.length === 4 ? (['year', 'month', 'day'] as const) : order;
  if (numbers.length !== found.length) return undefined;
  const at = (part: DateForm['order'][number]) => numbers[found.indexOf(part)];
  return { year: at('year'), month: Number(at('month')), day: Number(at('day')) };
}

function dateOf({ year, month, day }: DateParts, { today, min, max }: DateContext): TypedDate | undefined {
  const inYear = (number: number): string | undefined => {
    const date = new Date(Date.UTC(number, month - 1, day));
    const isReal = number >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isReal ? date.toISOString().slice(0, 10) : undefined;
  };
  if (year !== undefined) {
    const date = year.length === 4 ? inYear(Number(year)) : year.length === 2 ? inYear(2000 + Number(year)) : undefined;
    return date === undefined ? undefined : { date, isWhole: year.length === 4 };
  }
  const thisYear = Number(today.slice(0, 4));
  const dates = [thisYear, thisYear - 1, thisYear + 1].flatMap((each) => inYear(each) ?? []);
  const fits = (date: string) => (min === undefined || date >= min) && (max === undefined || date <= max);
  const date = dates.find(fits) ?? inYear(thisYear);
  return date === undefined ? undefined : { date, isWhole: false };
}
