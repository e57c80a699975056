import { findLocale, type Locale } from './locales.js';
import { findNouns, type Metric, type NounMatch, readNoViews } from './noun-matcher.js';
import { findNumbers, type NumberFault, type NumberMatch, readWhole, readWithUnit } from './number-text.js';
import { plainText, shownText } from './plain-text.js';
import { unitTable } from './unit-table.js';

export type ViewTextFault = NumberFault | 'ambiguous_unit' | 'not_a_view_count';

interface ViewTextSource {
  /** Displayable text: one line of at most 500 characters. */
  readonly rawText: string;
  /** Locale used for parsing; null when unknown. */
  readonly locale: Locale | null;
}

/** A view count parsed from text; the site's own count is between `rangeMin` and `rangeMax`. */
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
  /** Possible values of an ambiguous text, ascending. */
  readonly alternatives?: readonly number[];
}

export type ViewText = ViewCountText | UnreadViewText;

export interface ViewTextOptions {
  /** Known language of the text; takes precedence over `pageLang`. */
  readonly locale?: string | null;
  /** Language tag of the text's page. */
  readonly pageLang?: string | null;
  /** Whether a bare number counts as views; true by default. */
  readonly acceptsBareNumber?: boolean;
}

interface Languages {
  readonly known: readonly Locale[];
  readonly ofNoun: readonly Locale[];
}

type Reading = Omit<ViewCountText, 'rawText'> | Omit<UnreadViewText, 'rawText'>;

/** A segment of a text with its nouns, which are looked up for each number. */
interface Segment {
  readonly text: string;
  readonly nouns: readonly NounMatch[];
}

/** Characters parsed and displayed; a view count is far shorter. */
const TEXT_LENGTH_MAX = 500;
/** Maximum characters between a number and its noun. */
const NOUN_DISTANCE_MAX = 24;
const SEGMENT_BORDER = /[·•∙⋅‧・|\n،、]|, /;

/** Parses a view count, such as "1.2M views" or "조회수 1.2만회". Never throws; returns 0 only when the text says so. */
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

/** Parses the first number next to a view noun; undefined without one. */
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

/** Blanks out numbers and units, so that adjacent nouns stand alone. */
function blanked(text: string, numbers: readonly NumberMatch[]): string {
  const between = numbers.map(({ start, end }, index) => {
    return text.slice(numbers[index - 1]?.end ?? 0, start) + ' '.repeat(end - start);
  });
  return between.join('') + text.slice(numbers.at(-1)?.end ?? 0);
}

/** Whether a number continues the previous one, as in "1億 2000万". */
function continues(text: string, previous: NumberMatch | undefined, number: NumberMatch): boolean {
  return previous?.isOther === false && text.slice(previous.end, number.start).trim() === '';
}

/** Finds the noun closest to a number, with no other number in between. */
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

/** Whether a noun belongs to the next number rather than the previous one. */
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
 * Returns the possible factors of a unit. The first known language with the unit decides; otherwise the noun's language, and a borrowed
 * unit has its English meaning.
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
    // Sites either round to the nearest step or truncate.
    rangeMin: Math.max(0, value - Math.floor(step / 2)),
    rangeMax: Math.min(Number.MAX_SAFE_INTEGER, value + step - 1),
    locale,
    reason: null,
  };
}

/** Cached, because asking the runtime costs more than parsing a whole text. */
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
