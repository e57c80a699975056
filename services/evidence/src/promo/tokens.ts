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

/** The runs of letters and digits of a text, in order, as they are compared. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let gap = '';
  for (const [chunk] of plainWords(plainText(text)).matchAll(/\S+/g)) {
    const isInUrl = isUrl(chunk);
    let end = 0;
    for (const match of chunk.matchAll(RUN)) {
      gap += chunk.slice(end, match.index);
      end = match.index + match[0].length;
      tokens.push({
        text: match[0],
        isDigits: /^\d/.test(match[0]),
        isJoined: tokens.length > 0 && gap === '',
        gap: gap.slice(0, GAP_LENGTH_MAX),
        isAfterBreak: BREAK.test(gap.slice(0, 8)),
        behind: chunk.charAt(end),
        isInUrl,
      });
      gap = '';
    }
    gap += `${chunk.slice(end)} `;
  }
  return tokens;
}

function isUrl(chunk: string): boolean {
  if (chunk.includes('://') || chunk.startsWith('www.')) return true;
  const slash = chunk.indexOf('/');
  const dot = chunk.indexOf('.');
  return dot > 0 && dot < slash;
}
