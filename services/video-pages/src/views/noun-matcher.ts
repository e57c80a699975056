import { COUNT_NOUNS } from './count-nouns.js';
import { type Locale, LOCALES } from './locales.js';
import { plainText } from './plain-text.js';
import { beginsUnspaced, endsUnspaced, isLetter, isWhole, wordAt, wordList } from './word-list.js';

export type Metric = 'views' | 'plays';

/** A noun that says what the number next to it counts. */
export interface CountNoun {
  /** The counted metric; null for other counts: likes, comments, current viewers. */
  readonly metric: Metric | null;
  readonly locales: readonly Locale[];
  /** Precedes its number whenever one follows. */
  readonly isLabel: boolean;
  /** May precede its number without a colon. */
  readonly mayLead: boolean;
}

export interface NounMatch extends CountNoun {
  readonly start: number;
  readonly end: number;
}

const NOUNS = listNouns();
const NOUN_LIST = wordList(NOUNS.keys());
const VIEW_WORDS = [...NOUNS].filter(([, { metric }]) => metric).map(([word]) => word);
const VIEW_NOUN_LIST = wordList(VIEW_WORDS);
const NO_VIEWS: ReadonlyMap<string, Locale> = new Map(
  LOCALES.flatMap((locale) => words(COUNT_NOUNS[locale].none).map((phrase) => [phrase, locale] as const)),
);

/**
 * Source of a regular expression (flags `iu`) that matches texts with a view noun, or that say there are no views. A string, so that it can
 * be passed to a script in a page.
 */
export const VIEW_NOUNS = sourceOf([...VIEW_WORDS, ...NO_VIEWS.keys()]);

/** Finds the nouns of a plain text, in order; on overlap the first wins, then the longest. */
export function findNouns(text: string): NounMatch[] {
  const found: NounMatch[] = [];
  for (let start = 0; start < text.length;) {
    const word = nounAt(text, start);
    const noun = word === undefined ? undefined : NOUNS.get(word);
    if (word !== undefined && noun) found.push({ ...noun, start, end: start + word.length });
    start += word?.length ?? 1;
  }
  return found;
}

/** Returns the noun at a position of a plain text, if it is a whole word; undefined otherwise. */
export function nounAt(text: string, start: number): string | undefined {
  return wordAt(NOUN_LIST, text, start, (word) => isWhole(text, start, word));
}

/** Whether a view noun directly follows a unit at a position. */
export function hasGluedViewNoun(text: string, start: number): boolean {
  const ends = (word: string): boolean => endsUnspaced(word) || !isLetter(text.charAt(start + word.length));
  return wordAt(VIEW_NOUN_LIST, text, start, ends) !== undefined;
}

/** Returns the locale of a plain text that says only that there are no views; null for any other text. */
export function readNoViews(text: string): Locale | null {
  return NO_VIEWS.get(text.replace(/[.!。]$/, '')) ?? null;
}

function listNouns(): ReadonlyMap<string, CountNoun> {
  const nouns = new Map<string, CountNoun>();
  for (const locale of LOCALES) {
    const { views, plays = '', others, labels = '', nounLeads = false } = COUNT_NOUNS[locale];
    const labelWords = new Set(words(labels));
    const add = (list: string, metric: Metric | null): void => {
      for (const word of words(list)) {
        const known = nouns.get(word);
        nouns.set(word, {
          metric: known ? known.metric : metric,
          locales: [...(known?.locales ?? []), locale],
          isLabel: labelWords.has(word),
          mayLead: nounLeads || labelWords.has(word),
        });
      }
    };
    add(others, null);
    add(views, 'views');
    add(plays, 'plays');
  }
  return nouns;
}

function words(list: string): string[] {
  return list
    .split(', ')
    .map(plainText)
    .filter((word) => word !== '');
}

/** Words of scripts with word boundaries share one boundary check, so that engines can match them all at once. */
function sourceOf(list: readonly string[]): string {
  const escaped = (of: readonly string[]): string =>
    of.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|');
  const touches = (word: string): boolean => beginsUnspaced(word) || endsUnspaced(word);
  const bounded = escaped(list.filter((word) => !touches(word)));
  return String.raw`(?<![\p{L}\p{M}])(?:${bounded})(?![\p{L}\p{M}])|${escaped(list.filter(touches))}`;
}
