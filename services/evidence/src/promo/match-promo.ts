import { distance } from 'fastest-levenshtein';
import { PROMO_TIERS, type PromoTier } from '../schemas/vocabulary.js';
import { lookAlikeOf, type PromoCode } from './promo-code.js';
import { endOfLetters } from './spelled-letters.js';
import { endOfDigits, isOffer } from './spoken-digits.js';
import type { Token } from './tokens.js';

/** Codes that can begin at a word. */
export interface Codes {
  readonly codesAt: (token: Token) => readonly PromoCode[];
}

/** Criteria for comparing matches. */
type Rank = Pick<FoundCode, 'tier' | 'score'>;

/** A code found in a text, written or spoken. */
export interface FoundCode {
  readonly code: string;
  readonly tier: PromoTier;
  readonly score: number;
  /** Whether its number is likely part of an offer, such as "save 20 percent". */
  readonly offerPhrase: boolean;
  /** Index of its first token, and of the one after its last. */
  readonly start: number;
  readonly end: number;
}

export interface MatchOptions {
  /** Whether the text is written, not spoken. */
  readonly isWritten: boolean;
  /** Index of the first token at which a code may begin, and of the one after the last; all tokens when unset. */
  readonly from?: number;
  readonly to?: number;
  /** Score that a match must exceed; 0 when unset. */
  readonly above?: number;
}

const SCORES: Readonly<Record<PromoTier, number>> = {
  exact: 1,
  spoken: 0.85,
  spelled: 0.85,
  confusable: 0.6,
  url_path: 0.6,
  fuzzy: 0.55,
};
const EDIT_COST = 0.05;
const NO_CONTEXT_COST = 0.15;
const OFFER_COST = 0.3;
const SCORE_MIN = 0.4;

/** Words that make a nearby code likely. */
const CONTEXT: ReadonlySet<string> = new Set('code promo coupon discount checkout use enter link bio off'.split(' '));
const CONTEXT_TOKENS = 8;
const ANNOUNCEMENTS: ReadonlySet<string> = new Set(['code', 'promo', 'coupon']);
const ANNOUNCEMENT_TOKENS = 2;
/** Spoken words for signs and capitals. */
const FILLERS: ReadonlySet<string> = new Set(['dash', 'hyphen', 'underscore', 'dot', 'capital']);
const FILLERS_MAX = 3;
/** Maximum length of words in which a typo is accepted only after an announcement. */
const SHORT_MAX = 4;
/** Maximum words for one part of a code. */
const WORDS_MAX = 4;

interface Match {
  readonly tier: PromoTier;
  readonly edits: number;
  readonly end: number;
}

/** Returns the best match of some codes in a text; null without any. Of equal matches the first position is returned, then the first code. */
export function findCode(
  tokens: readonly Token[],
  codes: Codes,
  { isWritten, from = 0, to = tokens.length, above = 0 }: MatchOptions,
): FoundCode | null {
  let best: Rank = { tier: 'exact', score: above };
  let bestFound: FoundCode | null = null;
  for (let start = from; start < to; start += 1) {
    const token = tokens[start];
    // Skips positions within a word.
    if (!token || token.isJoined) continue;
    for (const code of codes.codesAt(token)) {
      const match = matchAt(tokens, start, code, { isWritten, best });
      const found = match && scored(tokens, start, code, match);
      if (found && isBetter(found, best)) best = bestFound = found;
    }
    if (!couldBeBetter('exact', best)) break;
  }
  return bestFound;
}

function isBetter(found: Rank, best: Rank): boolean {
  if (found.score !== best.score) return found.score > best.score;
  return PROMO_TIERS.indexOf(found.tier) < PROMO_TIERS.indexOf(best.tier);
}

/** Whether a match of this tier, or a lower one, can beat another match. */
function couldBeBetter(tier: PromoTier, best: Rank): boolean {
  return (
    SCORES[tier] > best.score ||
    (SCORES[tier] === best.score && PROMO_TIERS.indexOf(tier) < PROMO_TIERS.indexOf(best.tier))
  );
}

function scored(
  tokens: readonly Token[],
  start: number,
  { code }: PromoCode,
  { tier, edits, end }: Match,
): FoundCode | null {
  const hasContext =
    hasWord(tokens, start - CONTEXT_TOKENS, start, CONTEXT) || hasWord(tokens, end, end + CONTEXT_TOKENS, CONTEXT);
  const offerPhrase =
    isOffer(tokens, end) || (tier !== 'exact' && tokens.slice(start + 1, end).some(({ gap }) => /[$€£]$/.test(gap)));
  const score = SCORES[tier] - edits * EDIT_COST - (hasContext ? 0 : NO_CONTEXT_COST) - (offerPhrase ? OFFER_COST : 0);
  const rounded = Math.round(score * 100) / 100;
  return rounded < SCORE_MIN ? null : { code, tier, score: rounded, offerPhrase, start, end };
}

function hasWord(tokens: readonly Token[], from: number, to: number, words: ReadonlySet<string>): boolean {
  for (let at = Math.max(0, from); at < Math.min(to, tokens.length); at += 1) {
    if (words.has(tokens[at]?.text ?? '')) return true;
  }
  return false;
}

interface Place {
  readonly isWritten: boolean;
  readonly best: Rank;
}

/** Matches a code at a position, if it can beat the current best. */
function matchAt(tokens: readonly Token[], start: number, code: PromoCode, { isWritten, best }: Place): Match | null {
  const first = tokens[start];
  if (!first || code.joined === '') return null;
  const exact = endOfJoined(tokens, start, code) ?? endOfWritten(tokens, start, code);
  if (exact !== null) return { tier: first.isInUrl ? 'url_path' : 'exact', edits: 0, end: exact };
  if (first.isInUrl || !couldBeBetter('spoken', best)) return null;
  const said = endOfSaid(tokens, start, code);
  if (said) return said;
  if (!couldBeBetter('confusable', best)) return null;
  if (isWritten && isLookAlike(tokens, start, code))
    return { tier: 'confusable', edits: 0, end: endOfWord(tokens, start) };
  return matchFuzzy(tokens, start, code);
}

/** Matches a word that equals the code; returns its end. */
function endOfJoined(tokens: readonly Token[], start: number, { joined }: PromoCode): number | null {
  if (!joined.startsWith(tokens[start]?.text ?? ' ')) return null;
  return wordAt(tokens, start, joined.length) === joined ? endOfWord(tokens, start) : null;
}

/** Matches the code with its own separators. */
function endOfWritten(tokens: readonly Token[], start: number, { segments }: PromoCode): number | null {
  const end = start + segments.length;
  if (tokens[start]?.text !== segments[0]?.text) return null;
  const isThere = segments.every(({ text, gap }, index) => {
    const token = tokens[start + index];
    return token?.text === text && (index === 0 || token.gap === gap);
  });
  return isThere && !tokens[end]?.isJoined ? end : null;
}

/** Returns the text of a word; of one longer than the pattern, only a prefix that is still longer. */
function wordAt(tokens: readonly Token[], start: number, lengthMax: number): string {
  let word = tokens[start]?.text ?? '';
  for (let at = start + 1; tokens[at]?.isJoined && word.length <= lengthMax; at += 1) word += tokens[at]?.text ?? '';
  return word;
}

function endOfWord(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (tokens[end]?.isJoined) end += 1;
  return end;
}

function isLookAlike(tokens: readonly Token[], start: number, { joined, lookAlike }: PromoCode): boolean {
  if (lookAlike === null || lookAlikeOf(tokens[start]?.text.charAt(0) ?? '') !== lookAlike.charAt(0)) return false;
  const word = wordAt(tokens, start, joined.length);
  return word.length === joined.length && lookAlikeOf(word) === lookAlike;
}

/** Matches the parts of the code as words, letters and numbers, with filler words between them. */
function endOfSaid(tokens: readonly Token[], start: number, { segments }: PromoCode): Match | null {
  let at = start;
  let isSpelled = false;
  for (const [index, { text, isDigits }] of segments.entries()) {
    if (index > 0) at = behindFillers(tokens, at);
    if (at > start && tokens[at]?.isInUrl) return null;
    const word = isDigits ? endOfDigits(tokens, at, text) : endOfWords(tokens, at, text);
    const end = word ?? (isDigits ? null : endOfLetters(tokens, at, text));
    if (end === null) return null;
    isSpelled ||= word === null && text.length > 1;
    at = end;
  }
  if (tokens[at]?.isJoined) return null;
  return { tier: isSpelled ? 'spelled' : 'spoken', edits: 0, end: at };
}

/** Matches one or more words that spell the letters, not all of them single letters. */
function endOfWords(tokens: readonly Token[], start: number, letters: string): number | null {
  let said = '';
  for (let at = start; at < start + WORDS_MAX; at += 1) {
    const text = tokens[at]?.text ?? ' ';
    said += text;
    if (!letters.startsWith(said)) return null;
    if (said === letters) return at > start && at - start + 1 === letters.length ? null : at + 1;
  }
  return null;
}

function behindFillers(tokens: readonly Token[], start: number): number {
  let at = start;
  for (let skipped = 0; skipped < FILLERS_MAX; skipped += 1) {
    const text = tokens[at]?.text ?? '';
    if (FILLERS.has(text)) at += 1;
    else if (text === 'all' && tokens[at + 1]?.text === 'caps') at += 2;
    else break;
  }
  return at;
}

/** Matches the code with a typo in its letters; its digits must be equal. */
function matchFuzzy(tokens: readonly Token[], start: number, { segments }: PromoCode): Match | null {
  let at = start;
  let edits = 0;
  for (const [index, { text, isDigits }] of segments.entries()) {
    if (index > 0) at = behindFillers(tokens, at);
    const token = tokens[at];
    if (!token) return null;
    if (isDigits) {
      const end = endOfDigits(tokens, at, text);
      if (end === null) return null;
      at = end;
      continue;
    }
    const slips = token.isDigits || token.isInUrl ? null : slipsIn(token.text, text);
    if (slips === null || (slips > 0 && text.length <= SHORT_MAX && !isAnnounced(tokens, start))) return null;
    edits += slips;
    at += 1;
  }
  return edits === 0 || tokens[at]?.isJoined ? null : { tier: 'fuzzy', edits, end: at };
}

/** Whether a word may be a typo of some letters, anywhere. */
export function couldBeSlip(said: string, letters: string): boolean {
  return slipsIn(said, letters) !== null;
}

/** Returns the number of differing letters, if it may be a typo; null for another word. */
function slipsIn(said: string, letters: string): number | null {
  if (said === letters) return 0;
  const slipsMax = letters.length >= 9 ? 2 : letters.length >= 3 ? 1 : 0;
  if (slipsMax === 0 || Math.abs(said.length - letters.length) > slipsMax) return null;
  const isSameStart = said.charAt(0) === letters.charAt(0);
  // One typo cannot change both ends.
  if (slipsMax === 1 && !isSameStart && said.at(-1) !== letters.at(-1)) return null;
  if (letters.length <= SHORT_MAX && !isSameStart) return null;
  const slips = distance(said, letters);
  return slips <= slipsMax ? slips : null;
}

function isAnnounced(tokens: readonly Token[], start: number): boolean {
  return hasWord(tokens, start - ANNOUNCEMENT_TOKENS, start, ANNOUNCEMENTS);
}
