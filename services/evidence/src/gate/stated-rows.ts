import { shortText } from '../candidates/page-text.js';
import type { Context } from '../context.js';
import type { Review } from '../schemas/candidate.js';
import type { CandidateInput } from '../schemas/candidate-input.js';
import { SECONDS_MAX } from '../schemas/limits.js';
import type { VerificationRowInput } from '../schemas/verification-row-input.js';
import {
  EVIDENCE_SOURCES,
  NO_WRITE_REASONS,
  type NoWriteReason,
  PROOF_KINDS,
  REVIEW_STATUSES,
} from '../schemas/vocabulary.js';
import type { Window } from '../transcript/review-windows.js';
import { type ReadScreenshot, readScreenshots } from './screenshots.js';

/** The part of a video to review that an earlier answer suggested. */
export type StatedWindow = Omit<Window, 'basis'>;

/** A row of an earlier answer as evidence; its gate is judged again. */
export interface StatedRow {
  readonly candidate: CandidateInput;
  readonly reviews: readonly Review[];
  readonly screenshots: readonly ReadScreenshot[];
  /** Reasons in it against the row, which still apply. */
  readonly against: ReadonlySet<NoWriteReason>;
  /** Kept, because the row does not contain the captions from which it comes. */
  readonly window: StatedWindow | null;
}

const AGAINST_CLASS: Readonly<Record<string, NoWriteReason>> = {
  existing_view_log: 'already_existing_row',
  existing_import_row: 'already_existing_row',
  duplicate_candidate: 'duplicate_candidate',
  not_a_video: 'source_url_not_video',
};
const AGAINST_PROOF: Readonly<Record<string, NoWriteReason>> = {
  rejected: 'direct_proof_rejected',
  not_direct: 'proof_not_direct',
  missing: 'missing_direct_proof',
  inconclusive: 'missing_direct_proof',
};

export function readStatedRow(row: VerificationRowInput, index: number, path: string, context: Context): StatedRow {
  const stated = [row.noWriteReason, ...(row.writeGate?.noWriteReasons ?? [])];
  const against = NO_WRITE_REASONS.filter((reason) => stated.includes(reason));
  const ofClass = AGAINST_CLASS[row.rowClassification ?? ''];
  const ofProof = AGAINST_PROOF[row.directProofStatus ?? ''];
  const [screenshot] = readScreenshots(hasScreenshot(row) ? [screenshotOf(row)] : [], path, context);
  return {
    candidate: {
      url: row.sourceVideoUrl,
      candidateId: row.candidateId,
      viewCount: row.viewCount,
      published: row.published,
      foundVia: 'candidate_json',
    },
    reviews: [reviewOf(row)],
    screenshots: screenshot ? [{ ...screenshot, index, path }] : [],
    against: new Set([...against, ...(ofClass ? [ofClass] : []), ...(ofProof ? [ofProof] : [])]),
    window: windowOf(row),
  };
}

function windowOf({ suggestedSeekSeconds, reviewWindowSeconds }: VerificationRowInput): StatedWindow | null {
  if (!isSecond(suggestedSeekSeconds) || !isSecond(reviewWindowSeconds) || reviewWindowSeconds === 0) return null;
  return { suggestedSeekSeconds, reviewWindowSeconds };
}

function isSecond(value: number | null | undefined): value is number {
  return Number.isSafeInteger(value) && (value ?? -1) >= 0 && (value ?? 0) <= SECONDS_MAX;
}

function hasScreenshot({ screenshotId, screenshotLink }: VerificationRowInput): boolean {
  return Boolean(screenshotId) || Boolean(screenshotLink);
}

function screenshotOf(row: VerificationRowInput) {
  return {
    screenshotId: row.screenshotId,
    shareUrl: row.screenshotLink,
    sourceUrl: row.screenshotSourceUrl,
    grade: row.screenshotGrade,
    capturedAt: row.screenshotCapturedAt,
    createdAt: row.screenshotCreatedAt,
  };
}

function reviewOf(row: VerificationRowInput): Review {
  return {
    sourceVideoUrl: shortText(row.sourceVideoUrl),
    status: REVIEW_STATUSES.find((status) => status === row.directProofStatus) ?? null,
    proofKind: PROOF_KINDS.find((kind) => kind === row.directProofKind) ?? null,
    evidenceSource: EVIDENCE_SOURCES.find((source) => source === row.directProofSource) ?? null,
    observedPromoAtSeconds: row.observedPromoAtSeconds ?? null,
    promoCode: shortText(row.provenPromoCode),
    screenshotId: shortText(row.screenshotId),
    reviewedBy: null,
    reviewedAt: null,
    note: null,
  };
}
