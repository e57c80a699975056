import type { CodeIndex } from '../promo/code-index.js';
import { hasName, matchTokens } from '../promo/match-text.js';
import { type Token, tokensOf } from '../promo/tokens.js';
import { SearchableText } from '../promo/words.js';
import type { Cue } from '../schemas/candidate.js';
import type { PromoMatch } from '../schemas/tool-output.js';
import type { BestScores } from './best-scores.js';

/** Weight of the brand's name next to a code. */
export const BRAND_SCORE = 0.1;

export interface Heard<Said extends Cue> {
  readonly cue: Said;
  /** The best code that begins in the cue; it may end in the next one. */
  readonly match: PromoMatch | null;
  readonly brandHit: boolean;
}

/** Maximum seconds between two cues across which one code may be spoken. */
const GAP_SECONDS_MAX = 3;
/** Maximum tokens of a neighboring cue that can belong to a match or its context. */
const NEIGHBOR_TOKENS = 16;

/**
 * Finds the matches in each cue; codes may span two neighboring cues. Skips cues that cannot reach the best scores, if given, because long tracks are
 * repetitive.
 */
export function matchCues<Said extends Cue>(
  cues: readonly Said[],
  codes: CodeIndex,
  names: readonly (readonly string[])[],
  best?: BestScores,
): Heard<Said>[] {
  const isAsked = !codes.isEmpty;
  let before: readonly Token[] = [];
  let own = isAsked && cues[0] ? tokensOf(cues[0].text) : [];
  return cues.map((cue, index) => {
    const next = cues[index + 1];
    const following = isAsked && next ? tokensOf(next.text) : [];
    const isNextNear = next !== undefined && isNear(cue, next);
    const above = best?.least ?? 0;
    const match = isAsked ? matchIn(before, own, isNextNear ? following : [], codes, above) : null;
    const couldCount = match !== null || above < BRAND_SCORE;
    const brandHit = couldCount && names.length > 0 && hasName(new SearchableText(cue.text), names);
    before = isNextNear ? own : [];
    own = following;
    const heard = { cue, match, brandHit };
    best?.add(scoreOf(heard));
    return heard;
  });
}

/** Returns how certain the match of a cue is; 0 without a match. */
export function scoreOf({ match, brandHit }: Pick<Heard<Cue>, 'match' | 'brandHit'>): number {
  return match?.score ?? (brandHit ? BRAND_SCORE : 0);
}

function matchIn(
  before: readonly Token[],
  own: readonly Token[],
  after: readonly Token[],
  codes: CodeIndex,
  above: number,
): PromoMatch | null {
  const first = own.findIndex((token) => codes.codesAt(token).length > 0);
  if (first < 0) return null;
  const tokens = before.slice(-NEIGHBOR_TOKENS);
  const start = tokens.length;
  for (const token of own) tokens.push(token);
  const [next] = after;
  // Separates the first word of the next cue from the last one of this cue.
  if (next) tokens.push({ ...next, isJoined: false, gap: ' ' });
  for (const token of after.slice(1, NEIGHBOR_TOKENS)) tokens.push(token);
  return matchTokens(tokens, codes, { isWritten: false, from: start + first, to: start + own.length, above });
}

function isNear(cue: Cue, next: Cue): boolean {
  if (cue.startSeconds === null || next.startSeconds === null) return cue.startSeconds === next.startSeconds;
  return next.startSeconds - (cue.endSeconds ?? cue.startSeconds) <= GAP_SECONDS_MAX;
}

/** Returns the second from which to listen. */
export function seekSecondsOf(startSeconds: number): number {
  return Math.max(0, Math.floor(startSeconds - 3));
}
