import type { Context } from '../context.js';
import { judgeDate, type JudgedDate } from '../dates/date-confidence.js';
import { isDirect } from '../gate/direct-proof.js';
import type { Candidate } from '../schemas/candidate.js';
import type { RankedCandidate } from '../schemas/tool-output.js';
import type { Asked } from './asked.js';
import { type Feature, featuresOf, type PromoPlace } from './features.js';

export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly score: number;
  readonly features: readonly Feature[];
  readonly date: JudgedDate;
  readonly promo: PromoPlace | null;
}

/** Scores from 0 to 100 how likely a candidate is the wanted video. Scores determine only the order of work, and open no gate. */
export function scoreCandidate(candidate: Candidate, asked: Asked, context: Context): ScoredCandidate {
  const date = judgeDate(candidate.published, asked.request.days, context);
  const { features, promo } = featuresOf(candidate, asked, date);
  const sum = features.reduce((points, feature) => points + feature.points, 0);
  return { candidate, score: Math.round(Math.min(100, Math.max(0, sum))), features, date, promo };
}

/** Sorts the likeliest first; equal ones by more certain code, nearer date, readable count, then key. */
export function rankCandidates(scored: readonly ScoredCandidate[]): RankedCandidate[] {
  return scored.toSorted(compareScored).map(({ candidate, score, features, date, promo }, index) => ({
    rank: index + 1,
    candidateId: candidate.candidateId,
    canonicalUrl: candidate.canonicalUrl ?? '',
    score,
    band: bandOf(score),
    features: [...features],
    dateConfidence: date.confidence,
    promo,
    evidenceClass: candidate.directProof && isDirect(candidate.directProof) ? 'direct' : 'navigation_only',
  }));
}

function compareScored(a: ScoredCandidate, b: ScoredCandidate): number {
  return (
    b.score - a.score ||
    (b.promo?.score ?? 0) - (a.promo?.score ?? 0) ||
    daysOff(a) - daysOff(b) ||
    Number(isReadable(b)) - Number(isReadable(a)) ||
    compareKeys(a.candidate.canonicalKey ?? '', b.candidate.canonicalKey ?? '')
  );
}

function daysOff({ date }: ScoredCandidate): number {
  return date.deltaDays === null ? Number.MAX_SAFE_INTEGER : Math.abs(date.deltaDays);
}

function isReadable({ candidate }: ScoredCandidate): boolean {
  return typeof candidate.viewCount?.value === 'number';
}

function compareKeys(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function bandOf(score: number): RankedCandidate['band'] {
  if (score >= 70) return 'strong';
  if (score >= 45) return 'likely';
  return score >= 20 ? 'weak' : 'poor';
}
