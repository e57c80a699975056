import { NUMBER_LANGUAGES, type NumberLanguage, type NumberNode, numbersOf } from './number-words.js';
import type { Token } from './tokens.js';

/** English digits besides the number words; the last ones count only where a digit is expected. */
const DIGIT_WORDS: ReadonlyMap<string, string> = new Map(Object.entries({
  oh: '0', o: '0', nought: '0', naught: '0', for: '4', to: '2', too: '2', ate: '8', won: '1',
})); // prettier-ignore
const ENGLISH: readonly NumberLanguage[] = ['en'];
const REPEATS: ReadonlyMap<string, number> = new Map([['double', 2], ['triple', 3]]); // prettier-ignore
/** Words that make a number an offer instead of a part of a code. */
const OFFER_WORDS: ReadonlySet<string> = new Set(
  'percent percentage pct prozent pourcent porcentaje percento dollar dollars euro euros pound pounds'.split(' '),
);
let firstWords: ReadonlySet<string> | undefined;
const OFFER_SIGN = /[%$€£]/;

/**
 * Returns the end of the words for some digits at a position in a text; null when they differ. A number is matched as a whole: neither "twenty five"
 * nor "two zero five" is 20.
 */
export function endOfDigits(tokens: readonly Token[], start: number, digits: string): number | null {
  const token = tokens[start];
  if (!token || !(token.isDigits ? digits.startsWith(token.text) : beginsDigits(token.text))) return null;
  for (const language of token.isDigits ? ENGLISH : NUMBER_LANGUAGES) {
    const end = endIn(language, tokens, start, digits);
    if (end !== null) return end;
  }
  return null;
}

/** Whether the following words make a number an offer: `%`, "percent", "dollars". */
export function isOffer(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  return OFFER_SIGN.test(tokens[end - 1]?.behind ?? '') || (next !== undefined && OFFER_WORDS.has(next.text));
}

function endIn(language: NumberLanguage, tokens: readonly Token[], start: number, digits: string): number | null {
  let at = start;
  for (let left = digits; left !== '';) {
    const said = sayingAt(language, tokens, at);
    if (!said || !left.startsWith(said.digits) || (at > start && tokens[at]?.isAfterBreak)) return null;
    left = left.slice(said.digits.length);
    at = said.end;
  }
  return goesOn(language, tokens, at) ? null : at;
}

/** Whether spoken digits can begin with a word. */
export function beginsDigits(text: string): boolean {
  firstWords ??= new Set([
    ...REPEATS.keys(),
    ...DIGIT_WORDS.keys(),
    ...NUMBER_LANGUAGES.flatMap((language) => [...numbersOf(language).next.keys()]),
  ]);
  return firstWords.has(text);
}

interface Saying {
  readonly digits: string;
  readonly end: number;
}

/** Matches one number, digit or repeated digit, and returns its digits. */
function sayingAt(language: NumberLanguage, tokens: readonly Token[], at: number): Saying | null {
  const token = tokens[at];
  const times = token && REPEATS.get(token.text);
  if (times === undefined) return numberAt(language, tokens, at);
  const repeated = numberAt(language, tokens, at + 1);
  return repeated?.digits.length === 1 ? { digits: repeated.digits.repeat(times), end: repeated.end } : null;
}

function numberAt(language: NumberLanguage, tokens: readonly Token[], at: number): Saying | null {
  const token = tokens[at];
  if (token?.isDigits) return { digits: token.text, end: at + 1 };
  // Letters joined to digits are not spoken digits: `2O`.
  if (!token || token.isJoined) return null;
  const number = longestNumber(numbersOf(language), tokens, at);
  if (number) return number;
  const digit = language === 'en' ? DIGIT_WORDS.get(token.text) : undefined;
  return digit === undefined ? null : { digits: digit, end: at + 1 };
}

function longestNumber(root: NumberNode, tokens: readonly Token[], start: number): Saying | null {
  let longest: Saying | null = null;
  let node: NumberNode | undefined = root;
  for (let at = start; node; at += 1) {
    if (node.value !== undefined) longest = { digits: String(node.value), end: at };
    const token: Token | undefined = tokens[at];
    node = token && !(at > start && token.isAfterBreak) ? node.next.get(token.text) : undefined;
  }
  return longest;
}

/** Whether the number continues after a position, which makes it a different number; the start of a separate offer does not count. */
function goesOn(language: NumberLanguage, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.isAfterBreak) return false;
  const next = token.isDigits ? { end: at + 1 } : longestNumber(numbersOf(language), tokens, at);
  return next !== null && !isOffer(tokens, next.end);
}
