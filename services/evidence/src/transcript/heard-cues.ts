import { hasName, matchTokens } from '../promo/match-text.js';
import type { CodeIndex } from '../promo/code-index.js';
import { type Token, tokensOf } from '../promo/tokens.js';
import { SaidWords } from '../promo/words.js';
import type { Cue } from '../schemas/candidate.js';
import type { PromoMatch } from '../schemas/tool-output.js';

export interface Heard<Said extends Cue> {
  readonly cue: Said;
  /** The best of the codes that begins in the cue; it may end in the next one. */
  readonly match: PromoMatch | null;
  readonly brandHit: boolean;
}

/** Seconds between two cues that one code may be said across. */
const GAP_SECONDS_MAX = 3;
/** Tokens of a neighbor that can belong to a match or its context. */
const NEIGHBOR_TOKENS = 16;

/** What is heard in each cue. Codes are looked for across two neighboring cues. */
export function hearCues<Said extends Cue>(
  cues: readonly Said[],
  codes: CodeIndex,
  names: readonly (readonly string[])[],
): Heard<Said>[] {
  const isAsked = !codes.isEmpty;
  let before: readonly Token[] = [];
  let own = isAsked && cues[0] ? tokensOf(cues[0].text) : [];
  return cues.map((cue, index) => {
    const next = cues[index + 1];
    const following = isAsked && next ? tokensOf(next.text) : [];
    const isNextNear = next !== undefined && isNear(cue, next);
    const match = isAsked ? matchIn(before, own, isNextNear ? following : [], codes) : null;
    const brandHit = names.length > 0 && hasName(new SaidWords(cue.text), names);
    before = isNextNear ? own : [];
    own = following;
    return { cue, match, brandHit };
  });
}

function matchIn(
  before: readonly Token[],
  own: readonly Token[],
  after: readonly Token[],
  codes: CodeIndex,
): PromoMatch | null {
  if (!own.some((token) => codes.codesAt(token).length > 0)) return null;
  const tokens = before.slice(-NEIGHBOR_TOKENS);
  const from = tokens.length;
  for (const token of own) tokens.push(token);
  const [next] = after;
  // The first word of a cue stands apart from the last one of the cue before.
  if (next) tokens.push({ ...next, isJoined: false, gap: ' ' });
  for (const token of after.slice(1, NEIGHBOR_TOKENS)) tokens.push(token);
  return matchTokens(tokens, codes, { isWritten: false, from, to: from + own.length });
}

function isNear(cue: Cue, next: Cue): boolean {
  if (cue.startSeconds === null || next.startSeconds === null) return cue.startSeconds === next.startSeconds;
  return next.startSeconds - (cue.endSeconds ?? cue.startSeconds) <= GAP_SECONDS_MAX;
}

/** The second from which to listen. */
export function seekSecondsOf(startSeconds: number): number {
  return Math.max(0, Math.floor(startSeconds - 3));
}
