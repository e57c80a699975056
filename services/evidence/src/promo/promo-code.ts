import { type Token, tokensOf } from './tokens.js';

/** A code that is looked for. */
export interface PromoCode {
  /** As it was given. */
  readonly code: string;
  /** Its parts: runs of letters and of digits. */
  readonly segments: readonly Token[];
  /** Its letters and digits without what parts them. */
  readonly joined: string;
  /** The same with look-alike characters made one; null for codes without a digit. */
  readonly lookAlike: string | null;
}

/** Characters that are read for one another. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', b: '8', z: '2' };

export function promoCodeOf(code: string): PromoCode {
  const segments = tokensOf(code);
  const joined = segments.map(({ text }) => text).join('');
  const hasDigit = segments.some(({ isDigits }) => isDigits);
  return { code, segments, joined, lookAlike: hasDigit ? lookAlikeOf(joined) : null };
}

export function lookAlikeOf(text: string): string {
  let made = '';
  for (const character of text) made += LOOK_ALIKES[character] ?? character;
  return made;
}

/** Whether two codes are one. */
export function isSameCode(one: string, other: string): boolean {
  return promoCodeOf(one).joined === promoCodeOf(other).joined;
}
