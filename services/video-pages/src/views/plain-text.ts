// Zeros of other digit scripts: Arabic, Persian, Devanagari and Bengali. NFKC handles full-width digits.
const ZEROS = ['\u0660', '\u06f0', '\u0966', '\u09e6'];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

// Invisible marks of direction and width.
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// Footnote marks, which NFKC would merge into the number next to them.
const RAISED_DIGIT = /[\u00b2\u00b3\u00b9\u2070-\u2089]/g;
const LINE_BREAK = /[\r\n\u0085\u2028\u2029]+/g;
const BLANK = /[^\S\n]+/g;
// oxlint-disable-next-line no-control-regex -- page text may contain them
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** Anything besides printable ASCII with single spaces between words. */
const UNUSUAL = /[^\x20-\x7e]|^ | $| {2}/;
/** The same, but keeps line breaks. */
const UNUSUAL_LINES = /[^\x20-\x7e\n]|^\s|\s$|\s\s/;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;
const SPACES = / {2,}/g;

/**
 * Normalizes page text for comparison: lower case, NFKC, no invisible characters, single spaces, `\n` line breaks, and ASCII digits and
 * separators.
 */
export function plainText(text: string): string {
  // Most texts need no normalization, which saves nearly all of the time.
  if (!UNUSUAL_LINES.test(text)) return text.toLowerCase();
  return text
    .replace(LINE_BREAK, '\n')
    .replace(RAISED_DIGIT, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(CONTROL, '')
    .replace(FOREIGN_DIGIT, asciiDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('\u2212', '-')
    .replaceAll('\u2019', "'")
    .replace(BLANK, ' ')
    .trim();
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.map((character) => character.charCodeAt(0)).find((first) => code >= first && code < first + 10);
  return String(code - (zero ?? code));
}

/** Makes page text safe to display: one line, without control and direction characters. */
export function shownText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  if (!NOT_PRINTABLE_ASCII.test(text)) return withSingleSpaces(text);
  return text
    .toWellFormed()
    .replace(LINE_BREAK, ' ')
    .replace(INVISIBLE, '')
    .replace(CONTROL, '')
    .replace(BLANK, ' ')
    .trim();
}

function withSingleSpaces(text: string): string {
  const trimmed = text.trim();
  return trimmed.includes('  ') ? trimmed.replace(SPACES, ' ') : trimmed;
}

/** Truncates a text without splitting a character. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
