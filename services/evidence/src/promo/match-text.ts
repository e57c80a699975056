import type { PromoMatch } from '../schemas/tool-output.js';
import { type FoundCode, findCode, type MatchOptions } from './match-promo.js';
import type { PromoCode } from './promo-code.js';
import { type Token, tokensOf } from './tokens.js';
import { wordsOf } from './words.js';

/** The best of some codes that a text has; of equal ones the first. */
export function matchTokens(
  tokens: readonly Token[],
  codes: readonly PromoCode[],
  options: MatchOptions,
): PromoMatch | null {
  let best: { readonly code: string; readonly found: FoundCode } | null = null;
  for (const code of codes) {
    const found = findCode(tokens, code, options);
    if (found && (!best || found.score > best.found.score)) best = { code: code.code, found };
  }
  if (!best) return null;
  const { tier, score, offerPhrase } = best.found;
  return { promoCode: best.code, tier, score, offerPhrase };
}

/** The best of some codes that stand in a written text. */
export function matchText(text: string | null, codes: readonly PromoCode[]): PromoMatch | null {
  return text === null || codes.length === 0 ? null : matchTokens(tokensOf(text), codes, { isWritten: true });
}

/** Whether one of some names stands in a text, word for word. */
export function hasName(words: readonly string[], names: readonly (readonly string[])[]): boolean {
  return names.some(
    (name) => name.length > 0 && words.some((_, start) => name.every((word, index) => words[start + index] === word)),
  );
}

export function namesOf(brands: readonly string[]): readonly (readonly string[])[] {
  return brands.map(wordsOf);
}

/** `CODE: NORD50`, `code is nord50`: a code as people write it, in capitals or with a digit. */
const NAMED_CODE = /\bcode\b["':\s]{1,4}(?:is\s{1,4})?["']?(?<code>[A-Za-z0-9][A-Za-z0-9_-]{2,63})/gi;

/** A code that a text names and that is none of those asked for; null when it names none. */
export function otherCode(text: string, codes: readonly PromoCode[]): string | null {
  const asked = new Set(codes.map(({ joined }) => joined));
  for (const { groups } of text.matchAll(NAMED_CODE)) {
    const code = groups?.['code'] ?? '';
    const looksLikeOne = /^[A-Z0-9_-]+$/.test(code) || /\d/.test(code);
    if (looksLikeOne && !asked.has(wordsOf(code).join(''))) return code;
  }
  return null;
}
