import type { PromoMatch } from '../schemas/tool-output.js';
import type { CodeIndex } from './code-index.js';
import { findCode, type MatchOptions } from './match-promo.js';
import { type Token, tokensOf } from './tokens.js';
import { type SearchableText, wordsOf } from './words.js';

/** Returns the best match of some codes in a text; of equal matches the first. */
export function matchTokens(tokens: readonly Token[], codes: CodeIndex, options: MatchOptions): PromoMatch | null {
  const found = findCode(tokens, codes, options);
  if (!found) return null;
  const { code, tier, score, offerPhrase } = found;
  return { promoCode: code, tier, score, offerPhrase };
}

/** Returns the best match of some codes in a written text. */
export function matchText(text: string | null, codes: CodeIndex): PromoMatch | null {
  return text === null || codes.isEmpty ? null : matchTokens(tokensOf(text), codes, { isWritten: true });
}

/** Whether a text contains one of some names, as whole words. */
export function hasName(said: SearchableText, names: readonly (readonly string[])[]): boolean {
  return names.some((name) => said.hasPhrase(name));
}

export function namesOf(brands: readonly string[]): readonly (readonly string[])[] {
  return brands.map(wordsOf);
}

/** `CODE: NORD50`, `code is nord50`: a code as people write it, in capitals or with a digit. */
const NAMED_CODE = /\bcode\b["':\s]{1,4}(?:is\s{1,4})?["']?([A-Za-z0-9][A-Za-z0-9_-]{2,63})/gi;

/** Returns a code in a text that is not one of the requested ones; null without any. */
export function otherCode(text: string, codes: CodeIndex): string | null {
  // `matchAll` would copy the expression for each text.
  NAMED_CODE.lastIndex = 0;
  for (let match = NAMED_CODE.exec(text); match; match = NAMED_CODE.exec(text)) {
    const code = match[1] ?? '';
    const looksLikeOne = /^[A-Z0-9_-]+$/.test(code) || /\d/.test(code);
    if (looksLikeOne && !codes.has(wordsOf(code).join(''))) return code;
  }
  return null;
}
