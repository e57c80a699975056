import { fits, isReviewOnly } from '../candidates/view-count.js';
import type { Context } from '../context.js';
import { judgeDate, type JudgedDate } from '../dates/date-confidence.js';
import type { Asked } from '../ranking/asked.js';
import type { Candidate, Review, ViewCount } from '../schemas/candidate.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import {
  NO_WRITE_REASONS,
  type NoWriteReason,
  type Workflow,
  WRITE_REQUIREMENTS,
  type WriteRequirement,
} from '../schemas/vocabulary.js';
import { reviewWindows } from '../transcript/review-windows.js';
import { type ByKey, ofKey } from './by-key.js';
import { type JudgedProof, judgeProof } from './direct-proof.js';
import { screenshotTime } from './moments.js';
import { type JudgedPrior, judgePrior, type PriorRow, type Reading } from './prior-rows.js';
import { type ReadScreenshot, type RowScreenshots, screenshotsOf } from './screenshots.js';
import type { StatedWindow } from './stated-rows.js';
import { verificationLinks } from './verification-links.js';

/** All evidence for and against one row. */
export interface RowEvidence {
  readonly index: number;
  readonly path: string;
  readonly candidate: Candidate;
  /** Reason why its address is not a video's; null for a video, or an accepted page. */
  readonly rejection: string | null;
  readonly reviews: readonly Review[];
  readonly prior: readonly PriorRow[];
  /** Reasons against the row in an earlier answer. */
  readonly stated: ReadonlySet<NoWriteReason>;
  /** Screenshots of this row alone. */
  readonly ownScreenshots: readonly ReadScreenshot[];
  /** The part to review in an earlier answer. */
  readonly window: StatedWindow | null;
}

/** Data shared by all rows. */
export interface Judgement {
  readonly asked: Asked;
  readonly workflow: Workflow;
  readonly acceptDateMismatch: boolean;
  readonly screenshots: readonly ReadScreenshot[];
  readonly screenshotsByKey: ByKey<ReadScreenshot>;
  readonly isOnlyRow: boolean;
  readonly context: Context;
}

/** Write requirements that are missing because of a reason. */
const REQUIREMENT_OF: Readonly<Partial<Record<NoWriteReason, WriteRequirement>>> = {
  source_url_not_video: 'sourceVideoUrl',
  short_link_unresolved: 'sourceVideoUrl',
  unsupported_platform: 'sourceVideoUrl',
  direct_proof_rejected: 'directProof',
  proof_not_direct: 'directProof',
  missing_direct_proof: 'directProof',
  missing_screenshot: 'screenshot',
  screenshot_not_uploaded: 'screenshot',
  screenshot_source_mismatch: 'screenshot',
  missing_view_count: 'viewCount',
  view_count_ambiguous: 'viewCount',
  view_count_review_only: 'viewCount',
  missing_observed_promo_at_seconds: 'observedPromoAtSeconds',
  observed_seconds_out_of_range: 'observedPromoAtSeconds',
};
/** Reasons that a person resolves by another review. */
const REVIEW_REASONS: ReadonlySet<NoWriteReason> = new Set([
  'date_mismatch',
  'proof_not_direct',
  'missing_direct_proof',
  'missing_observed_promo_at_seconds',
  'observed_seconds_out_of_range',
  'promo_conflict',
]);

/** Judges one row; `duplicateOf` is the row that represents its video, if it is another one. */
export function judgeRow(evidence: RowEvidence, judgement: Judgement, duplicateOf: string | null): VerificationRow {
  const { candidate, index, stated } = evidence;
  const { context, asked } = judgement;
  const found = findingsOf(evidence, judgement);
  const { date, proof, pictures, count, prior } = found;
  const faults = new Set<NoWriteReason | null>([
    addressFault(evidence),
    prior.isExisting ? 'already_existing_row' : null,
    duplicateOf === null ? null : 'duplicate_candidate',
    date.confidence === 'mismatch' ? 'date_mismatch' : null,
    proof.proofReason,
    pictures.reason,
    countFault(count),
    proof.secondsReason,
    proof.codeReason,
    ...stated,
  ]);
  if (judgement.acceptDateMismatch) faults.delete('date_mismatch');
  const writeGate = gateOf(NO_WRITE_REASONS.filter((reason) => faults.has(reason)));
  const isVideo = addressFault(evidence) === null;
  const window = isVideo ? (evidence.window ?? reviewWindows(candidate, [], asked)[0]) : null;
  const row = {
    rowId: `r${index + 1}`,
    candidateId: candidate.candidateId,
    sourceVideoUrl: candidate.canonicalUrl,
    canonicalKey: candidate.canonicalKey,
    published: candidate.published,
    ...screenshotFields(pictures),
    viewCount: count,
    ...proofFields(proof, isVideo),
    suggestedSeekSeconds: window?.suggestedSeekSeconds ?? null,
    reviewWindowSeconds: window?.reviewWindowSeconds ?? null,
    dateConfidence: date.confidence,
    dateDeltaDays: date.deltaDays,
    rowClassification: classify(writeGate.noWriteReasons, prior),
    existingMatch: prior.match,
    duplicateOf,
    verifierStatus: verifierStatus(writeGate.noWriteReasons),
    writeGate,
    noWriteReason: writeGate.noWriteReasons[0] ?? null,
    missingWriteRequirements: writeGate.missingRequirements,
  } as const;
  warn(evidence, found, context);
  if (judgement.workflow === 'view_check') warnOfTime(pictures, context);
  const existing = evidence.prior.find(({ kind, id }) => kind === prior.match?.kind && id === prior.match.id) ?? null;
  return { ...row, verificationLinks: verificationLinks(row, candidate.platform, existing, writeGate.state) };
}

interface Findings {
  readonly date: JudgedDate;
  readonly proof: JudgedProof;
  readonly pictures: RowScreenshots;
  readonly count: ViewCount | null;
  readonly prior: JudgedPrior;
}

function findingsOf(evidence: RowEvidence, judgement: Judgement): Findings {
  const { candidate, ownScreenshots } = evidence;
  const { context, asked, workflow } = judgement;
  const { request } = asked;
  const proof = judgeProof(evidence.reviews, {
    durationSeconds: candidate.durationSeconds,
    promoCodes: request.promoCodes,
    timeZone: context.timeZone,
  });
  const reviewedIds = [...evidence.reviews, ...ownScreenshots].flatMap(({ screenshotId }) => screenshotId ?? []);
  const own = ownScreenshots.filter(({ key }) => key !== null && key === candidate.canonicalKey);
  const pictures = screenshotsOf(
    candidate,
    [...ofKey(judgement.screenshotsByKey, candidate.canonicalKey), ...own],
    [...judgement.screenshots, ...ownScreenshots],
    { isOnlyRow: judgement.isOnlyRow, reviewedIds: new Set(reviewedIds) },
  );
  return {
    date: judgeDate(candidate.published, request.missing.length > 0 ? null : request.days, context),
    proof,
    pictures,
    count: countOf(candidate, pictures),
    prior: judgePrior(evidence.prior, workflow, readingOf(pictures, context), context),
  };
}

/** Returns the view log that a view check would record: that of the newest picture of the video, else one of today. */
function readingOf({ direct: [newest] }: RowScreenshots, { timeZone, today }: Context): Reading {
  const time = newest ? screenshotTime(newest, timeZone) : null;
  return { day: time?.day ?? today, screenshotId: newest?.screenshotId ?? null };
}

function gateOf(noWriteReasons: NoWriteReason[]): VerificationRow['writeGate'] {
  const missing = new Set(noWriteReasons.map((reason) => REQUIREMENT_OF[reason]));
  return {
    state: noWriteReasons.length === 0 ? 'ready_for_write_request' : 'blocked',
    missingRequirements: WRITE_REQUIREMENTS.filter((requirement) => missing.has(requirement)),
    noWriteReasons,
  };
}

function screenshotFields({ shown, evidenceClass }: RowScreenshots) {
  return {
    screenshotId: shown?.screenshotId ?? null,
    screenshotLink: shown?.link ?? null,
    screenshotSourceUrl: shown?.sourceUrl ?? null,
    screenshotEvidenceClass: evidenceClass,
    screenshotGrade: shown?.grade ?? null,
    screenshotCapturedAt: shown?.capturedAt ?? null,
    screenshotCreatedAt: shown?.createdAt ?? null,
  };
}

/** Returns why a row's address is not a video's. A page of another host is accepted if the product already has it. */
function addressFault({ candidate, rejection, prior }: RowEvidence): NoWriteReason | null {
  if (candidate.canonicalKey === null || rejection === 'local_or_private_target') return 'source_url_not_video';
  if (candidate.contentKind === 'short_link') return 'short_link_unresolved';
  return candidate.contentKind === 'web_page' && prior.length === 0 ? 'unsupported_platform' : null;
}

/** Returns the count in the newest picture of the video with one, else the candidate's. */
function countOf({ viewCount }: Candidate, { direct }: RowScreenshots): ViewCount | null {
  const counted = direct.flatMap(({ count }) => count ?? []);
  return counted.find(({ value }) => value !== null) ?? viewCount ?? counted[0] ?? null;
}

function countFault(count: ViewCount | null): NoWriteReason | null {
  if (count === null || count.value === null) {
    return count?.reason === 'ambiguous_unit' ? 'view_count_ambiguous' : 'missing_view_count';
  }
  return isReviewOnly(count) ? 'view_count_review_only' : null;
}

function proofFields(proof: JudgedProof, isVideo: boolean) {
  return {
    directProofStatus: proof.status,
    directProofKind: proof.kind,
    directProofSource: proof.source,
    directProofReviewStatus: proof.reviewStatus ?? (isVideo ? ('planned' as const) : ('not_planned' as const)),
    provenPromoCode: proof.promoCode,
    observedPromoAtSeconds: proof.observedSeconds,
  };
}

function classify(reasons: readonly NoWriteReason[], { match }: JudgedPrior): VerificationRow['rowClassification'] {
  const has = (reason: NoWriteReason): boolean => reasons.includes(reason);
  if (has('source_url_not_video') || has('short_link_unresolved')) return 'not_a_video';
  if (has('already_existing_row')) return match?.kind === 'import_row' ? 'existing_import_row' : 'existing_view_log';
  return has('duplicate_candidate') ? 'duplicate_candidate' : 'new';
}

function verifierStatus(reasons: readonly NoWriteReason[]): VerificationRow['verifierStatus'] {
  if (reasons.length === 0) return 'verified';
  if (reasons.includes('already_existing_row')) return 'existing';
  if (reasons.includes('duplicate_candidate')) return 'duplicate';
  if (reasons.includes('direct_proof_rejected')) return 'rejected';
  return reasons.every((reason) => REVIEW_REASONS.has(reason)) ? 'needs_review' : 'incomplete';
}

function warn(
  { candidate, path }: RowEvidence,
  { date, pictures, count, prior }: Findings,
  { warnings }: Context,
): void {
  if (date.isInFuture) {
    warnings.add('date_in_future', `${path}.published`, 'The date is in the future, so it was ignored.');
  }
  const picture = pictures.direct.find((each) => each.count === count);
  if (picture?.inCapture === false) {
    warnings.add('view_count_not_in_capture', picture.path, 'The count was on the page, but is not in the picture.');
  }
  const other = candidate.viewCount;
  const metadata = picture?.conflict?.metadataViews ?? null;
  if (picture?.conflict) {
    warnings.add(
      'view_count_conflict',
      picture.path,
      `The page shows ${count?.value} and its metadata say ${metadata ?? 'another number'}.`,
    );
  } else if (count !== null && other !== null && count.value !== null && other.value !== null && !fits(count, other)) {
    warnings.add(
      'view_count_conflict',
      `${path}.viewCount`,
      `The picture says ${count.value} and the candidate ${other.value}.`,
    );
  }
  if (
    count !== null &&
    count.value !== null &&
    prior.lastValue !== null &&
    (count.rangeMax ?? count.value) < prior.lastValue
  ) {
    warnings.add(
      'view_count_decreased',
      `${path}.viewCount`,
      `The last view count was ${prior.lastValue}, which is more than ${count.value}.`,
    );
  }
}

/** Warns of a picture without a time of its own, because the view log is dated by it. */
function warnOfTime({ direct: [newest] }: RowScreenshots, { timeZone, warnings }: Context): void {
  if (!newest || screenshotTime({ ...newest, createdAt: null }, timeZone)) return;
  const instead = screenshotTime(newest, timeZone) ? 'when it was uploaded' : 'now';
  const message = `The picture does not say when it was taken, so its view log is dated ${instead}.`;
  warnings.add('capture_time_unknown', newest.path, message);
}
