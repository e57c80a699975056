import { plainText } from '@svc/video-pages/views/plain-text';
import { plainWords } from './words.js';

/** A run of letters or of digits in a text. */
export interface Token {
  readonly text: string;
  readonly isDigits: boolean;
  /** Whether it stands directly behind the one before it: `SAVE20` is two that are joined. */
  readonly isJoined: boolean;
  /** What stands between it and the one before it, at most three characters of it. */
  readonly gap: string;
  /** Whether a sentence or a part of one ends before it. */
  readonly isAfterBreak: boolean;
  /** The character directly behind it; empty at the end. */
  readonly behind: string;
  readonly isInUrl: boolean;
}

const RUN = /\d+|(?:(?!\d)[\p{L}\p{N}])+/gu;
const BREAK = /[!?;\u3002\uff01]|[.,:](?:\s|$)/;
const GAP_LENGTH_MAX = 3;
/** Characters between two runs in which the end of a sentence is looked for. */
const BREAK_LENGTH_MAX = 8;
const PLAIN = /^[\x20-\x7e]*$/;

/** The runs of letters and digits of a text, in order, as they are compared. */
export function tokensOf(text: string): Token[] {
  // Most texts need nothing done, which saves nearly all of the time.
  const plain = PLAIN.test(text) ? text.toLowerCase() : plainWords(plainText(text));
  const urls = plain.includes('/') || plain.includes('www.') ? urlsIn(plain) : [];
  const tokens: Token[] = [];
  let end = 0;
  let url = 0;
  for (const match of plain.matchAll(RUN)) {
    const [run] = match;
    const start = match.index;
    const gap = start === end ? '' : plain.slice(end, Math.min(start, end + BREAK_LENGTH_MAX));
    end = start + run.length;
    while ((urls[url]?.end ?? Infinity) <= start) url += 1;
    tokens.push({
      text: run,
      isDigits: isDigit(plain.charCodeAt(start)),
      isJoined: tokens.length > 0 && gap === '',
      gap: gap.slice(0, GAP_LENGTH_MAX),
      isAfterBreak: gap !== '' && gap !== ' ' && BREAK.test(gap),
      behind: plain.charAt(end),
      isInUrl: (urls[url]?.start ?? Infinity) <= start,
    });
  }
  return tokens;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Where addresses stand in a text. */
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
