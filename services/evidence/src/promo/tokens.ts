import { plainText } from '@svc/video-pages/views/plain-text';
import { plainWords } from './words.js';

/** A run of letters or of digits in a text. */
export interface Token {
  readonly text: string;
  readonly isDigits: boolean;
  /** Whether it directly follows the previous one: `SAVE20` is two joined tokens. */
  readonly isJoined: boolean;
  /** The text between it and the previous token, at most three characters. */
  readonly gap: string;
  /** Whether a sentence or clause ends before it. */
  readonly isAfterBreak: boolean;
  /** The character right after it; empty at the end. */
  readonly behind: string;
  readonly isInUrl: boolean;
}

/** Kinds of characters; all characters of a token have the same. */
const DIGIT = 1;
const LETTER = 2;
const OTHER = 3;
/** Cache of character kinds; 0 for others. */
const KINDS = new Uint8Array(0x1_00_00);
const LETTERS = /[\p{L}\p{N}]/u;
const BREAK = /[!?;\u3002\uff01]|[.,:](?:\s|$)/;
const GAP_LENGTH_MAX = 3;
/** Maximum characters between two tokens that are searched for the end of a sentence. */
const BREAK_LENGTH_MAX = 8;
const NOT_PLAIN = /[^\x20-\x7e]/;

/** Splits a text into runs of letters and of digits, normalized and in order. */
export function tokensOf(text: string): Token[] {
  // Skips normalization for most texts, which saves nearly all of the time.
  const plain = NOT_PLAIN.test(text) ? plainWords(plainText(text)) : text.toLowerCase();
  const urls = plain.includes('/') || plain.includes('www.') ? urlsIn(plain) : [];
  const tokens: Token[] = [];
  let end = 0;
  let url = 0;
  for (let start = 0; start < plain.length;) {
    const kind = kindAt(plain, start);
    if (kind === OTHER) {
      start += 1;
      continue;
    }
    const gap = start === end ? '' : plain.slice(end, Math.min(start, end + BREAK_LENGTH_MAX));
    end = endOfRun(plain, start, kind);
    while ((urls[url]?.end ?? Infinity) <= start) url += 1;
    tokens.push({
      text: plain.slice(start, end),
      isDigits: kind === DIGIT,
      isJoined: tokens.length > 0 && gap === '',
      gap: gap.length > GAP_LENGTH_MAX ? gap.slice(0, GAP_LENGTH_MAX) : gap,
      isAfterBreak: gap !== '' && gap !== ' ' && BREAK.test(gap),
      behind: plain.charAt(end),
      isInUrl: (urls[url]?.start ?? Infinity) <= start,
    });
    start = end;
  }
  return tokens;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const code = isHighSurrogate(unit) ? (text.codePointAt(at) ?? unit) : unit;
  const known = KINDS[code] ?? 0;
  if (known !== 0) return known;
  const kind = isDigit(code) ? DIGIT : LETTERS.test(String.fromCodePoint(code)) ? LETTER : OTHER;
  if (code < KINDS.length) KINDS[code] = kind;
  return kind;
}

function endOfRun(text: string, start: number, kind: number): number {
  let end = start;
  // The kind at the first half of a surrogate pair includes the second.
  while (end < text.length && kindAt(text, end) === kind) end += isHighSurrogate(text.charCodeAt(end)) ? 2 : 1;
  return end;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Finds the addresses in a text. */
function urlsIn(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/\S+/g)]
    .filter(([chunk]) => isUrl(chunk))
    .map(({ 0: chunk, index }) => ({ start: index, end: index + chunk.length }));
}

function isUrl(chunk: string): boolean {
  if (chunk.includes('://') || chunk.startsWith('www.')) return true;
  const slash = chunk.indexOf('/');
  const dot = chunk.indexOf('.');
  return dot > 0 && dot < slash;
}
