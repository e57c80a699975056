import { isSameCode } from '../promo/promo-code.js';
import type { Review } from '../schemas/candidate.js';
import { SECONDS_MAX } from '../schemas/limits.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import type { NoWriteReason } from '../schemas/vocabulary.js';
import { readMoment } from './moments.js';

/** The outcome of one video's reviews. */
export interface JudgedProof {
  readonly status: VerificationRow['directProofStatus'];
  readonly kind: Review['proofKind'];
  readonly source: Review['evidenceSource'];
  /** The status in the deciding review; null without one. */
  readonly reviewStatus: 'confirmed' | 'rejected' | 'inconclusive' | null;
  readonly observedSeconds: number | null;
  readonly promoCode: string | null;
  readonly proofReason: NoWriteReason | null;
  readonly secondsReason: NoWriteReason | null;
  readonly codeReason: NoWriteReason | null;
}

/** Whether a review saw or heard the proof in the video itself. A still image cannot prove spoken words. */
export function isDirect({ status, proofKind, evidenceSource }: Review): boolean {
  if (status !== 'confirmed' || proofKind === null) return false;
  return (
    evidenceSource === 'video_playback' ||
    (evidenceSource === 'video_frame_screenshot' && proofKind === 'sponsor_brand_logo')
  );
}

export interface ProofContext {
  readonly durationSeconds: number | null;
  readonly promoCodes: readonly string[];
  readonly timeZone: string;
}

/**
 * Judges the reviews of one video. The newest decides, or the last one without times. A confirmation of only a hint is ignored, so that it can
 * neither open a gate nor hide a rejection.
 */
export function judgeProof(
  reviews: readonly Review[],
  { durationSeconds, promoCodes, timeZone }: ProofContext,
): JudgedProof {
  const deciding = reviews.filter(
    (review) => review.status !== null && (review.status !== 'confirmed' || isDirect(review)),
  );
  const review = newestOf(deciding, timeZone);
  if (review?.status !== 'confirmed') return unproven(reviews, review);
  const { proofKind, evidenceSource, observedPromoAtSeconds, promoCode } = review;
  const isOther =
    promoCode !== null && promoCodes.length > 0 && !promoCodes.some((code) => isSameCode(code, promoCode));
  return {
    status: 'confirmed',
    kind: proofKind,
    source: evidenceSource,
    reviewStatus: 'confirmed',
    observedSeconds: observedPromoAtSeconds,
    promoCode,
    proofReason: null,
    secondsReason: secondsFault(observedPromoAtSeconds, durationSeconds),
    codeReason: isOther ? 'promo_conflict' : null,
  };
}

function unproven(reviews: readonly Review[], deciding: Review | undefined): JudgedProof {
  const pointing = reviews.find(({ status }) => status === 'confirmed');
  const isRejected = deciding?.status === 'rejected';
  const isNotDirect = !deciding && pointing !== undefined;
  return {
    status: isRejected ? 'rejected' : deciding ? 'inconclusive' : isNotDirect ? 'not_direct' : 'missing',
    kind: deciding?.proofKind ?? pointing?.proofKind ?? null,
    source: deciding?.evidenceSource ?? pointing?.evidenceSource ?? null,
    reviewStatus: deciding?.status ?? null,
    observedSeconds: null,
    promoCode: null,
    proofReason: isRejected ? 'direct_proof_rejected' : isNotDirect ? 'proof_not_direct' : 'missing_direct_proof',
    secondsReason: 'missing_observed_promo_at_seconds',
    codeReason: null,
  };
}

function secondsFault(seconds: number | null, durationSeconds: number | null): NoWriteReason | null {
  if (seconds === null) return 'missing_observed_promo_at_seconds';
  const last = Math.min(SECONDS_MAX, durationSeconds === null ? SECONDS_MAX : durationSeconds + 1);
  return seconds >= 0 && seconds <= last ? null : 'observed_seconds_out_of_range';
}

/** Returns the newest review by time; if some have none, a rejection among those counts as newest. */
function newestOf(reviews: readonly Review[], timeZone: string): Review | undefined {
  const timed = reviews.map((review) => ({ review, moment: readMoment(review.reviewedAt, timeZone) }));
  const untimed = timed.filter(({ moment }) => moment === null).map(({ review }) => review);
  const dated = timed
    .filter(({ moment }) => moment !== null)
    .toSorted((a, b) => (a.moment?.order ?? 0) - (b.moment?.order ?? 0));
  const newest = dated.at(-1)?.review;
  if (!newest) return untimed.at(-1);
  return untimed.findLast(({ status }) => status === 'rejected') ?? newest;
}
