import { type Token, tokensOf } from './tokens.js';

/** A requested code. */
export interface PromoCode {
  /** As entered. */
  readonly code: string;
  /** Its parts: runs of letters and of digits. */
  readonly segments: readonly Token[];
  /** Its letters and digits without separators. */
  readonly joined: string;
  /** The same with look-alike characters unified; null for codes without a digit. */
  readonly lookAlike: string | null;
}

/** Look-alike characters. */
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

/** Whether two codes are equal. */
export function isSameCode(one: string, other: string): boolean {
  return promoCodeOf(one).joined === promoCodeOf(other).joined;
}
