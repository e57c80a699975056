import { findLocale, type Locale } from './locales.js';
import { findNouns, type Metric, type NounMatch, readNoViews } from './noun-matcher.js';
import { findNumbers, type NumberFault, type NumberMatch, readWhole, readWithUnit } from './number-text.js';
import { plainText, shownText } from './plain-text.js';
import { unitTable } from './unit-table.js';

export type ViewTextFault = NumberFault | 'ambiguous_unit' | 'not_a_view_count';

interface ViewTextSource {
  /** The displayable text: one line of at most 500 characters. */
  readonly rawText: string;
  /** The locale by which the text was read; null when none is known. */
  readonly locale: Locale | null;
}

/** A view count from a text; the site's own count is between `rangeMin` and `rangeMax`. */
export interface ViewCountText extends ViewTextSource {
  readonly value: number;
  readonly precision: 'exact' | 'rounded';
  readonly metric: Metric;
  readonly rangeMin: number;
  readonly rangeMax: number;
  readonly reason: null;
}

export interface UnreadViewText extends ViewTextSource {
  readonly value: null;
  readonly precision: null;
  readonly metric: null;
  readonly rangeMin: null;
  readonly rangeMax: null;
  readonly reason: ViewTextFault;
  /** Possible meanings of an ambiguous text, ascending. */
  readonly alternatives?: readonly number[];
}

export type ViewText = ViewCountText | UnreadViewText;

export interface ViewTextOptions {
  /** The known language of the text; takes precedence over `pageLang`. */
  readonly locale?: string | null;
  /** Language tag of the page that the text is from. */
  readonly pageLang?: string | null;
  /** Whether a bare number is a view count; yes when unset. */
  readonly acceptsBareNumber?: boolean;
}

interface Languages {
  readonly known: readonly Locale[];
  readonly ofNoun: readonly Locale[];
}

type Reading = Omit<ViewCountText, 'rawText'> | Omit<UnreadViewText, 'rawText'>;

/** A segment of a text, with its nouns, which each number asks for. */
interface Segment {
  readonly text: string;
  readonly nouns: readonly NounMatch[];
}

/** Characters that are read, and shown again as what was read; a text that says a view count is far shorter. */
const TEXT_LENGTH_MAX = 500;
/** Characters between a number and the noun that it belongs to. */
const NOUN_DISTANCE_MAX = 24;
const SEGMENT_BORDER = /[·•∙⋅‧・|\n،、]|, /;

/** Parses a view count, such as "1.2M views" or "조회수 1.2만회". Never throws; 0 only when the text says so. */
export function parseViewText(text: string, options: ViewTextOptions = {}): ViewText {
  const known = [findLocale(options.locale), findLocale(options.pageLang)].filter((locale) => locale !== null);
  const read = text.slice(0, TEXT_LENGTH_MAX);
  return { rawText: shownText(read), ...readText(plainText(read), known, options.acceptsBareNumber ?? true) };
}

function readText(plain: string, known: readonly Locale[], acceptsBareNumber: boolean): Reading {
  if (acceptsBareNumber) {
    const numbers = findNumbers(plain);
    const [bare] = numbers;
    if (bare && numbers.length === 1 && isAlone(bare, plain)) return readNumber(bare, 'views', { known, ofNoun: [] });
  }
  let unread: Reading | undefined;
  for (const segment of plain.split(SEGMENT_BORDER)) {
    const reading = readSegment(segment.trim(), known);
    if (reading && reading.value !== null) return reading;
    unread ??= reading;
  }
  return unread ?? unreadable('not_a_view_count', known[0] ?? null);
}

function isAlone(number: NumberMatch, text: string): boolean {
  return number.start === (number.negative ? 1 : 0) && /^\+?$/.test(text.slice(number.end));
}

/** The first number beside a noun of views; undefined without one. */
function readSegment(text: string, known: readonly Locale[]): Reading | undefined {
  const empty = readNoViews(text);
  if (empty) return exactly(0, 'views', known[0] ?? empty);

  const numbers = findNumbers(text);
  const segment: Segment = { text, nouns: numbers.length > 0 ? findNouns(blanked(text, numbers)) : [] };
  const taken = new Set<NounMatch>();
  let unread: Reading | undefined;
  for (const [index, number] of numbers.entries()) {
    const noun = findNounOf(segment, number, numbers[index - 1], numbers[index + 1], taken);
    if (!noun) continue;
    taken.add(noun);
    if (!noun.metric || number.isOther || continues(text, numbers[index - 1], number)) continue;
    const reading = readNumber(number, noun.metric, { known, ofNoun: noun.locales });
    if (reading.value !== null) return reading;
    unread ??= reading;
  }
  return unread;
}

/** The text with blanks for its numbers and units, so that a noun that touches one stands alone. */
function blanked(text: string, numbers: readonly NumberMatch[]): string {
  const between = numbers.map(({ start, end }, index) => {
    return text.slice(numbers[index - 1]?.end ?? 0, start) + ' '.repeat(end - start);
  });
  return between.join('') + text.slice(numbers.at(-1)?.end ?? 0);
}

/** "1億 2000万": the second part of a number in two. */
function continues(text: string, previous: NumberMatch | undefined, number: NumberMatch): boolean {
  return previous?.isOther === false && text.slice(previous.end, number.start).trim() === '';
}

/** The noun nearest to a number, no other number between them. */
function findNounOf(
  { text, nouns }: Segment,
  number: NumberMatch,
  previous: NumberMatch | undefined,
  next: NumberMatch | undefined,
  taken: ReadonlySet<NounMatch>,
): NounMatch | undefined {
  const before = nouns.findLast(
    (noun) =>
      noun.end <= number.start &&
      noun.start >= (previous?.end ?? 0) &&
      number.start - noun.end <= NOUN_DISTANCE_MAX &&
      !taken.has(noun) &&
      leads(text, noun, number.start),
  );
  const after = nouns.find(
    (noun) =>
      noun.start >= number.end &&
      noun.end <= (next?.start ?? text.length) &&
      noun.start - number.end <= NOUN_DISTANCE_MAX &&
      !isLabelOf(text, noun, next),
  );
  if (!before || !after) return before ?? after;
  return number.start - before.end <= after.start - number.end ? before : after;
}

function leads(segment: string, noun: NounMatch, numberStart: number): boolean {
  return noun.mayLead || segment.slice(noun.end, numberStart).trimStart().startsWith(':');
}

/** Whether a noun belongs to the following number and not to the previous one. */
function isLabelOf(segment: string, noun: NounMatch, next: NumberMatch | undefined): boolean {
  if (!next) return false;
  return noun.isLabel || segment.slice(noun.end, next.start).trimStart().startsWith(':');
}

function readNumber(number: NumberMatch, metric: Metric, languages: Languages): Reading {
  const locale = languages.known[0] ?? languages.ofNoun[0] ?? null;
  if (number.isOther) return unreadable('not_a_view_count', locale);
  if (number.negative) return unreadable('out_of_range', locale);
  if (number.unit === null) {
    const read = readWhole(number.digits);
    return typeof read === 'string' ? unreadable(read, locale) : exactly(read.value, metric, locale);
  }
  const meanings = meaningsOf(number.unit, languages);
  const readings = meanings.map(({ factor, by }) => roundedReading(number.digits, factor, metric, by ?? locale));
  const [only] = readings;
  if (readings.length === 1 && only) return only;
  const alternatives = readings.flatMap(({ value }) => (value === null ? [] : [value])).sort((a, b) => a - b);
  return { ...unreadable('ambiguous_unit', locale), alternatives };
}

/**
 * What a unit may multiply by. The first language that has the unit decides; where pages of a known language borrow a unit, it is the
 * English one.
 */
function meaningsOf(unit: string, { known, ofNoun }: Languages): { factor: number; by: Locale | null }[] {
  const meanings = unitTable.get().get(unit) ?? new Map<Locale, number>();
  for (const locale of known) {
    const factor = meanings.get(locale);
    if (factor !== undefined) return [{ factor, by: locale }];
  }
  const ofNouns = ofNoun.flatMap((locale) => meanings.get(locale) ?? []);
  const english = known.length > 0 || ofNoun.length > 0 ? meanings.get('en') : undefined;
  const factors = ofNouns.length > 0 ? ofNouns : english === undefined ? [...meanings.values()] : [english];
  const by = ofNoun.find((locale) => meanings.has(locale)) ?? null;
  return [...new Set(factors)].map((factor) => ({ factor, by }));
}

function roundedReading(digits: string, factor: number, metric: Metric, locale: Locale | null): Reading {
  const read = readWithUnit(digits, factor, locale === null ? null : decimalSeparator(locale));
  if (typeof read === 'string') return unreadable(read, locale);
  const { value, step } = read;
  return {
    value,
    precision: 'rounded',
    metric,
    // Sites round to the nearest step, or cut.
    rangeMin: Math.max(0, value - Math.floor(step / 2)),
    rangeMax: Math.min(Number.MAX_SAFE_INTEGER, value + step - 1),
    locale,
    reason: null,
  };
}

/** Asking the runtime costs more than reading a whole text. */
const DECIMAL_SEPARATORS = new Map<Locale, string | null>();

function decimalSeparator(locale: Locale): string | null {
  const known = DECIMAL_SEPARATORS.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const separator = parts.find(({ type }) => type === 'decimal')?.value ?? null;
  DECIMAL_SEPARATORS.set(locale, separator);
  return separator;
}

function exactly(value: number, metric: Metric, locale: Locale | null): Reading {
  return { value, precision: 'exact', metric, rangeMin: value, rangeMax: value, locale, reason: null };
}

function unreadable(reason: ViewTextFault, locale: Locale | null): Omit<UnreadViewText, 'rawText'> {
  return { value: null, precision: null, metric: null, rangeMin: null, rangeMax: null, locale, reason };
}
