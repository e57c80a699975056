import { LocaleTable } from '../views/locale-table.js';
import type { Locale } from '../views/locales.js';
import { plainText } from '../views/plain-text.js';
import { isWhole, wordAt, type WordList, wordList } from '../views/word-list.js';

export const TIME_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type TimeUnit = (typeof TIME_UNITS)[number];

export interface TimeAgo {
  readonly unit: TimeUnit;
  readonly amount: number;
}

/** Meanings of a phrase, by locale. */
export type AgoMeanings = ReadonlyMap<Locale, TimeAgo>;

/** Phrases with a number, by suffix and then prefix. */
type NumberPhrases = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<Locale, TimeUnit>>>;

interface PhraseTable {
  readonly numbered: NumberPhrases;
  readonly suffixes: WordList;
  /** Phrases without a number, such as `yesterday`. */
  readonly fixed: ReadonlyMap<string, AgoMeanings>;
  readonly fixedList: WordList;
}

/** Maximum characters of a phrase on one side of its number. */
const PHRASE_LENGTH_MAX = 40;
/** Counts with distinct plural forms in some language. */
const COUNTS = [1, 2, 3, 4, 5, 11, 21];
/** Short forms used by sites, when nothing else is in the text. */
const SHORT = /^(?<amount>\d{1,4}) ?(?<unit>s|m|min|h|d|w|mo|y)$/;
const SHORT_UNITS: Readonly<Record<string, TimeUnit>> = {
  s: 'second', m: 'minute', min: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year',
}; // prettier-ignore

const numbered = new Map<string, Map<string, Map<Locale, TimeUnit>>>();
const fixed = new Map<string, Map<Locale, TimeAgo>>();

/** Phrases for past times, in every locale. */
export const phraseTable = new LocaleTable<PhraseTable>(addPhrases, () => ({
  numbered,
  suffixes: wordList(numbered.keys()),
  fixed,
  fixedList: wordList(fixed.keys()),
}));

/** Parses how long ago something was from a plain-text segment; undefined if it does not say. */
export function findTimeAgo(segment: string): AgoMeanings | undefined {
  const short = SHORT.exec(segment)?.groups;
  const unit = SHORT_UNITS[short?.['unit'] ?? ''];
  if (unit !== undefined) return new Map([['en', { unit, amount: Number(short?.['amount']) }]]);
  const table = phraseTable.get();
  for (const match of segment.matchAll(/(?<![\d.,:/-])\d{1,4}(?![\d.,:/]?\d)/g)) {
    const meanings = readNumbered(table, segment, match.index, match.index + match[0].length);
    if (meanings) return new Map([...meanings].map(([locale, unit]) => [locale, { unit, amount: Number(match[0]) }]));
  }
  return readFixed(table, segment);
}

function readNumbered(
  { numbered, suffixes }: PhraseTable,
  text: string,
  start: number,
  end: number,
): ReadonlyMap<Locale, TimeUnit> | undefined {
  const before = text.slice(Math.max(0, start - PHRASE_LENGTH_MAX), start).trimEnd();
  const behind = text.charAt(end) === ' ' ? end + 1 : end;
  const prefixOf = (suffix: string): string | undefined =>
    [...(numbered.get(suffix)?.keys() ?? [])]
      .filter(
        (prefix) =>
          before.endsWith(prefix) && (prefix === '' || isWhole(before, before.length - prefix.length, prefix)),
      )
      .toSorted((a, b) => b.length - a.length)[0];
  const ends = (suffix: string): boolean => isWhole(text, behind, suffix) && prefixOf(suffix) !== undefined;
  const suffix = wordAt(suffixes, text, behind, ends);
  return suffix === undefined ? undefined : numbered.get(suffix)?.get(prefixOf(suffix) ?? '');
}

function readFixed({ fixed, fixedList }: PhraseTable, segment: string): AgoMeanings | undefined {
  for (let start = 0; start < segment.length; start += 1) {
    const phrase = wordAt(fixedList, segment, start, (word) => isWhole(segment, start, word));
    const meanings = phrase === undefined ? undefined : fixed.get(phrase);
    // "Now" appears in many ordinary sentences.
    const isNow = [...(meanings?.values() ?? [])].some(({ unit }) => unit === 'second' || unit === 'minute');
    if (meanings && (!isNow || phrase === segment)) return meanings;
  }
  return undefined;
}

function addPhrases(locale: Locale): void {
  for (const { prefix, suffix, ago } of runtimePhrases(locale)) {
    if (suffix === undefined) {
      fixed.set(prefix, (fixed.get(prefix) ?? new Map<Locale, TimeAgo>()).set(locale, ago));
      continue;
    }
    const byPrefix = numbered.get(suffix) ?? new Map<string, Map<Locale, TimeUnit>>();
    byPrefix.set(prefix, (byPrefix.get(prefix) ?? new Map<Locale, TimeUnit>()).set(locale, ago.unit));
    numbered.set(suffix, byPrefix);
  }
}

interface Phrase {
  readonly prefix: string;
  /** Undefined for a phrase without a number, which is all prefix. */
  readonly suffix: string | undefined;
  readonly ago: TimeAgo;
}

function* runtimePhrases(locale: Locale): Generator<Phrase> {
  for (const style of ['long', 'short', 'narrow'] as const) {
    for (const numeric of ['always', 'auto'] as const) {
      const format = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { style, numeric });
      for (const unit of TIME_UNITS) {
        for (const amount of numeric === 'auto' ? [0, 1, 2] : COUNTS) {
          const phrase = partsOf(format.formatToParts(-amount, unit));
          const future = partsOf(format.formatToParts(amount, unit));
          // Some short forms are the same for past and future.
          const isPast = amount === 0 || future.prefix !== phrase.prefix || future.suffix !== phrase.suffix;
          const isWords = phrase.suffix !== '' && /\p{L}/u.test(phrase.prefix + (phrase.suffix ?? ''));
          if (isPast && isWords && !/^[-−]/.test(phrase.prefix)) yield { ...phrase, ago: { unit, amount } };
        }
      }
    }
  }
}

function partsOf(parts: readonly Intl.RelativeTimeFormatPart[]): Omit<Phrase, 'ago'> {
  const at = parts.findIndex(({ type }) => type === 'integer');
  const text = (some: readonly Intl.RelativeTimeFormatPart[]): string =>
    plainText(some.map(({ value }) => value).join(''));
  if (at < 0) return { prefix: text(parts), suffix: undefined };
  // Anything after an abbreviation's dot is irrelevant.
  return { prefix: text(parts.slice(0, at)), suffix: text(parts.slice(at + 1)).replace(/[.׳]$/, '') };
}
