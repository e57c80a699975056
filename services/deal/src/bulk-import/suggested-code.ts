import { isTooLongCode } from '../deals/promo-code.js';

/** A promo code that a text seems to name. */
export interface Suggestion {
  readonly promoCode: string;
  /** The rest of the text; null when it names nothing. */
  readonly name: string | null;
}

/** Characters of a text that are examined; labels are far shorter. */
const READ_LENGTH_MAX = 500;

/** Words for a promo code, longest first, that are not the beginning of a longer word, handle or address. */
const CODE_WORDS = [
  'promo[ -]?codes?',
  'code[ -]promo',
  'promokod',
  '(?:discount|coupon|voucher|gutschein|rabatt|use)[ -]?codes?',
  'rabattko(?:d|de)',
  'c[oó]digo(?: de descuento| promocional)?',
  'codice(?: sconto)?',
  'k[oó]d|kode|koodi',
  'cup[oó]n|cupom|gutschein|coupon|voucher',
  'promo|codes?',
  'промокод|код',
].join('|');

const CODE_WORD = new RegExp(`(?<![\\p{L}\\p{N}@#/._-])(?:${CODE_WORDS})(?![\\p{L}\\p{N}_@/.])`, 'giu');

/** Separators between the word and its code: a sign, or a blank and perhaps "is". */
const SIGN = /^ {0,2}(?:(?<certain>[:：=])|[-–—>→|]{1,3}) {0,2}/u;
const BLANK = /^ (?:(?:is|ist|es|est|é|är) )?/u;

const TOKEN =
  /^["'“”„«‘`(<[]{0,2}(?<token>[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]{0,99})(?![%‰.@/]?[\p{L}\p{N}])["'“”»’`)>\]]{0,2}/u;

/**
 * The code that a text names in one of the usual ways: `Code - FJELL15`, `(usecode: glow-10)`, `promo SPRING20`, `Kód: LETO5`. Null
 * without one; a plain name is not a code. It is a guess for the user to confirm. Takes time linear in the text.
 */
export function readSuggestion(text: string): Suggestion | null {
  const read = text.slice(0, READ_LENGTH_MAX).normalize('NFC');
  for (const { 0: word, index } of read.matchAll(CODE_WORD)) {
    const found = readCode(word, read.slice(index + word.length));
    if (found) return { promoCode: found.code, name: nameAround(read, index, index + word.length + found.length) };
  }
  return null;
}

/** A code at the end of a label, after "code:" or "promo code:". */
const GIVEN_CODE =
  /(?<![\p{L}\p{N}_@#/.-])(?:promo[ -]?)?code ?[:：] ?["'“(<[]?(?<code>[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*)["'”)>\]]{0,2}\.?$/iu;

/** Words before "code" that make it another one, or none. */
const OTHER_CODES: ReadonlySet<string> = new Set([
  'qr',
  'zip',
  'post',
  'postal',
  'area',
  'country',
  'dress',
  'bar',
  'color',
  'colour',
  'source',
  'error',
  'access',
  'security',
  'verification',
  'product',
  'item',
  'no',
  'missing',
  'for',
  'old',
  'expired',
  'wrong',
]);

const LAST_WORD = /(?<word>[\p{L}\p{N}]{1,30})[^\p{L}\p{N}]{0,10}$/u;

/** Reads the code that a label plainly ends with, as in `Kite Air CODE: KITE20`, and the name before it. Null without both. */
export function readGivenCode(label: string): { promoCode: string; name: string } | null {
  const text = label.normalize('NFC');
  const found = GIVEN_CODE.exec(text);
  const promoCode = found?.groups?.['code'];
  if (!found || promoCode === undefined || !isPlainlyCode(promoCode)) return null;
  const before = LAST_WORD.exec(text.slice(Math.max(0, found.index - 40), found.index))?.groups?.['word'];
  const name = nameAround(text, found.index, text.length);
  return name === null || OTHER_CODES.has(before?.toLowerCase() ?? '') ? null : { promoCode, name };
}

/** Words in a column of codes that are no codes. */
const NO_CODES: ReadonlySet<string> = new Set([
  'none',
  'n-a',
  'na',
  'null',
  'tbd',
  'tbc',
  'tba',
  'todo',
  'pending',
  'soon',
  'later',
  'waiting',
  'missing',
  'yes',
  'no',
  'same',
  'ditto',
  'discount',
  'new',
  'unknown',
  'expired',
  'done',
  'live',
  'posted',
  'paid',
  'draft',
  'youtube',
  'tiktok',
  'instagram',
  'facebook',
  'twitter',
  'twitch',
  'video',
  'story',
  'reel',
  'short',
  'shorts',
]);

const WHOLE_TOKEN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*$/u;

/** Counts, lengths and days, such as `12K`, `60s` and `20-Nov-26`. */
const MEASURE = /^(?:\d+(?:k|m|b|st|nd|rd|th|x|s|h|p|sec|min|usd|eur|gbp)|\d{1,2}[_-]\p{L}{3,9}(?:[_-]\d{2,4})?)$/iu;

/** Whether a text is one word that may be a promo code. */
export function couldBeCode(text: string): boolean {
  if (text.length < 3 || isTooLongCode(text) || !WHOLE_TOKEN.test(text)) return false;
  return /\p{L}/u.test(text) && !NO_CODES.has(text.toLowerCase());
}

/** Whether a text can hardly be anything but a promo code: letters and a digit, or four or more letters in capitals. */
export function isPlainlyCode(text: string): boolean {
  if (!couldBeCode(text) || MEASURE.test(text)) return false;
  return /\p{N}/u.test(text) || (isInCapitals(text) && (text.match(/\p{L}/gu) ?? []).length >= 4);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*/gu;

/** Returns the words of a text that may be promo codes, and where they begin. */
export function wordsOf(text: string): { word: string; index: number }[] {
  const found = [...text.slice(0, READ_LENGTH_MAX).normalize('NFC').matchAll(WORD)];
  return found.flatMap(({ 0: word, index }) => (word.length < 3 || isTooLongCode(word) ? [] : { word, index }));
}

/** Finds the first of the known codes, keyed by lower case, that is a word of the text. */
export function findKnownCode(text: string, codes: ReadonlyMap<string, string>): Suggestion | null {
  for (const { word, index } of wordsOf(text)) {
    const promoCode = codes.get(word.toLowerCase());
    if (promoCode !== undefined)
      return { promoCode, name: nameAround(text.normalize('NFC'), index, index + word.length) };
  }
  return null;
}

/** Reads the code after a code word, and the length of both with their separator. */
function readCode(word: string, behind: string): { code: string; length: number } | null {
  const sign = SIGN.exec(behind);
  const parting = sign ?? BLANK.exec(behind);
  if (!parting) return null;
  const token = TOKEN.exec(behind.slice(parting[0].length));
  const code = token?.groups?.['token']?.replace(/[_-]{1,64}$/, '');
  if (!token || code === undefined || isTooLongCode(code)) return null;
  const isCode = sign?.groups?.['certain'] === undefined ? looksLikeCode(code, word) : NO_COUNT.test(code);
  return isCode ? { code, length: parting[0].length + token[0].length } : null;
}

/** Pattern of codes, not counts: at least two characters with a letter among them, or a long number. */
const NO_COUNT = /^(?=.*\p{L})..|^.{4}/u;

/** Whether a word looks like a code: it has letters and a digit, or is in capitals while the word before it is not. */
function looksLikeCode(code: string, word: string): boolean {
  if (code.length < 3 || !/\p{L}/u.test(code)) return false;
  if (/\p{N}/u.test(code)) return true;
  return isInCapitals(code) && !isInCapitals(word);
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

/** Words before a code that are not part of a name. */
const LEADING_WORDS = /(?:^|[ (])(?:(?:use|using|with|get|my|our|your|the|and|mit|con|avec|med|mi) ?){1,4}$/iu;

function nameAround(text: string, start: number, end: number): string | null {
  const before = trimmed(text.slice(0, start)).replace(LEADING_WORDS, '');
  const name = trimmed(`${trimmed(before)} ${trimmed(text.slice(end))}`);
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

const AROUND_NAMES = new Set([' ', ':', '-', '–', '—', '|', ',', ';', '=', '>', '→', '(', '[', '"', '/', '·']);

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AROUND_NAMES.has(text.charAt(start))) start += 1;
  while (end > start && AROUND_NAMES.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
