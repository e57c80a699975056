import { hasGluedViewNoun, nounAt } from './noun-matcher.js';
import { unitKey, unitTable } from './unit-table.js';
import { endsUnspaced, isSpacedLetter, wordAt, type WordList, wordList } from './word-list.js';

export type NumberFault = 'not_an_integer' | 'out_of_range';

/** A number found in plain text. */
export interface NumberMatch {
  readonly start: number;
  /** End position, after the unit if any. */
  readonly end: number;
  /** Digits with their separators. */
  readonly digits: string;
  readonly negative: boolean;
  /** Lower case, without its dot; null for a bare number. */
  readonly unit: string | null;
  /** Part of a time, date, percentage, price or name, so not a count. */
  readonly isOther: boolean;
}

export interface ReadNumber {
  readonly value: number;
  /** Size of the last written digit. */
  readonly step: number;
}

const NUMBER = /\d{1,3}(?: \d{3}(?!\d))+(?:[.,]\d+)?(?![\d.,:/]\d)|\d+(?:[.,':/\u2044]\d+)*/g;
const DIGITS_MAX = 24;
/** Filipino joins number and unit with a word. */
const BETWEEN = /^ ?(?:na )?/;

let unitList: WordList | undefined;

/** Finds the numbers of a plain text, in order. */
export function findNumbers(text: string): NumberMatch[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const [digits] = match;
    const behind = match.index + digits.length;
    const unit = readUnit(text, behind);
    return {
      start: match.index,
      end: unit?.end ?? behind,
      digits,
      negative: /(?:^|[^\p{L}\p{M}])-$/u.test(text.slice(Math.max(0, match.index - 2), match.index)),
      unit: unit ? unitKey(unit.word) : null,
      isOther: /[:/\u2044]/.test(digits) || text[behind] === '%' || isPartOfWord(text, match.index),
    };
  });
}

/** "MP3", "$5", "#5", "K-5", and the rest of "1..5". */
function isPartOfWord(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  return isSpacedLetter(before.slice(-1)) || /[#$€£¥₹]$|\p{L}-$|\d[.,']+$/u.test(before);
}

/** Returns the unit after a number: the longest that is a whole word or directly followed by a view noun. */
function readUnit(text: string, behind: number): { word: string; end: number } | null {
  unitList ??= wordList(unitTable.get().keys());
  const start = behind + (BETWEEN.exec(text.slice(behind, behind + 4))?.[0].length ?? 0);
  // Korean has a view noun that starts with its unit of 10^12.
  if (nounAt(text, start) !== undefined) return null;
  const word = wordAt(unitList, text, start, (unit) => endsThere(text, start + unit.length, unit));
  if (word === undefined) return null;
  const end = start + word.length;
  return { word, end: /[.॰]/.test(text.charAt(end)) ? end + 1 : end };
}

function endsThere(text: string, end: number, unit: string): boolean {
  if (endsUnspaced(unit) || hasGluedViewNoun(text, end)) return true;
  return /^[.॰]?(?![\p{L}\p{M}\p{N}'-])/u.test(text.slice(end, end + 3));
}

/** Parses a number without a unit: plain digits, or groups of three (or two, as in India) with a consistent separator. */
export function readWhole(digits: string): ReadNumber | NumberFault {
  if (
    !/^(?:\d+|[1-9]\d{0,2}(?:(?<separator>[ .,'])\d{3})(?:\k<separator>\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})$/.test(digits)
  ) {
    return 'not_an_integer';
  }
  return inRange(Number(withoutSeparators(digits)), 1, digits);
}

/**
 * Parses a number before a unit that multiplies by `factor`. One or two digits after the last separator are decimals, three only after the
 * locale's decimal separator (null when the locale is unknown).
 */
export function readWithUnit(
  digits: string,
  factor: number,
  decimalSeparator: string | null,
): ReadNumber | NumberFault {
  const [, whole = digits, separator = '', rest = ''] = /^(.*)([.,'])(\d+)$/.exec(digits) ?? [];
  const hasDecimals = rest !== '' && (rest.length < 3 || (rest.length === 3 && separator === decimalSeparator));
  const decimals = hasDecimals && separator !== "'" ? rest : '';
  const groups = decimals === '' ? digits : whole;
  const read = readWhole(groups);
  const leadsWithZero = groups === '0' && decimals !== '';
  if (typeof read === 'string' && !leadsWithZero) return read;
  // The same separator cannot be both a thousands and a decimal separator.
  if (decimals !== '' && groups.includes(separator)) return 'not_an_integer';
  const step = factor / 10 ** decimals.length;
  return inRange(Number(withoutSeparators(groups) + decimals) * step, step, digits);
}

function inRange(value: number, step: number, digits: string): ReadNumber | NumberFault {
  if (digits.length > DIGITS_MAX || !Number.isSafeInteger(value)) return 'out_of_range';
  return { value, step };
}

function withoutSeparators(digits: string): string {
  return digits.replaceAll(/[ .,']/g, '');
}
