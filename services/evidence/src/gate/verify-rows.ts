import { readRows } from '../candidates/intake.js';
import { mergeCandidates } from '../candidates/merge-candidates.js';
import { readCandidate, readReview } from '../candidates/read-candidate.js';
import { keyOf } from '../candidates/video-address.js';
import { type Context, Warnings } from '../context.js';
import { askedOf } from '../ranking/asked.js';
import { scoreCandidate } from '../ranking/rank-candidates.js';
import type { EvidenceRequest } from '../request/read-request.js';
import type { Candidate, Review } from '../schemas/candidate.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer, Unmatched } from '../schemas/tool-output.js';
import type { VerificationRow } from '../schemas/verification-row.js';
import { type Judgement, judgeRow, type RowEvidence } from './judge-row.js';
import { type PriorRow, readPriorRows } from './prior-rows.js';
import { type ReadScreenshot, readScreenshots } from './screenshots.js';
import { readStatedRow } from './stated-rows.js';

/** A review that was given beside the candidates, with the video that it is of. */
interface GivenReview {
  readonly index: number;
  readonly key: string | null;
  readonly review: Review;
}

/** Judges candidates, or rows of an earlier answer, by all that is told of them. */
export function verifyRows(
  input: ActionInput,
  request: EvidenceRequest,
  context: Context,
): Answer<'proof_run_harness'> {
  if (request.missing.length > 0) {
    const message = 'Date or anchor are missing, so dates cannot be compared.';
    context.warnings.add('request_not_ready', 'requestedDate', message);
  }
  const screenshots = readScreenshots(input.proofScreenshots ?? [], 'proofScreenshots', context);
  const prior = readPriorRows(input.priorViewLogs ?? [], input.priorImportRows ?? [], context);
  const reviews = readReviews(input, context);
  const evidence = input.verificationRows
    ? statedEvidence(input.verificationRows, reviews, prior, context)
    : candidateEvidence(input, reviews, prior, context);
  const keys = new Set(evidence.map(({ candidate }) => candidate.canonicalKey).filter((key) => key !== null));
  const judgement: Judgement = {
    asked: askedOf(request),
    workflow: input.workflow ?? 'import',
    acceptDateMismatch: input.acceptDateMismatch ?? false,
    screenshots,
    isOnlyRow: keys.size === 1,
    context,
  };
  const verificationRows = judgeAll(evidence, judgement);
  return {
    workflow: judgement.workflow,
    verificationRows,
    verificationLinks: verificationRows.flatMap((row) => row.verificationLinks),
    unmatchedScreenshots: screenshots.filter(({ key }) => key === null || !keys.has(key)).map(unmatchedScreenshot),
    unmatchedReviews: reviews
      .filter(({ key }) => key === null || !keys.has(key))
      .map(({ index, key, review }) => ({
        index,
        id: review.screenshotId,
        url: review.sourceVideoUrl,
        reason: reasonOf(key),
      })),
    unmatchedPriorRows: prior
      .filter(({ key }) => key === null || !keys.has(key))
      .map(({ index, id, url, key }) => ({ index, id, url, reason: reasonOf(key) })),
    summary: summaryOf(verificationRows),
  };
}

function unmatchedScreenshot({ index, screenshotId, link, sourceUrl, key }: ReadScreenshot): Unmatched {
  const reason = sourceUrl === null ? 'source_unknown' : reasonOf(key);
  return { index, id: screenshotId, url: sourceUrl ?? link, reason };
}

function reasonOf(key: string | null): string {
  return key === null ? 'source_url_not_video' : 'no_candidate';
}

export function summaryOf(rows: readonly VerificationRow[]): Answer<'proof_run_harness'>['summary'] {
  const ready = rows.filter(({ writeGate }) => writeGate.state === 'ready_for_write_request').length;
  const countOf = (status: VerificationRow['verifierStatus']): number =>
    rows.filter(({ verifierStatus }) => verifierStatus === status).length;
  return {
    rows: rows.length,
    ready,
    blocked: rows.length - ready,
    existing: countOf('existing'),
    duplicates: countOf('duplicate'),
  };
}

function readReviews({ directProofReviews = [] }: ActionInput, context: Context): GivenReview[] {
  return directProofReviews.map((row, index) => ({
    index,
    key: keyOf(row.sourceVideoUrl, context),
    review: readReview(row, `directProofReviews.${index}`, context),
  }));
}

function candidateEvidence(
  { candidates = [] }: ActionInput,
  reviews: readonly GivenReview[],
  prior: readonly PriorRow[],
  context: Context,
): RowEvidence[] {
  return readRows(candidates, 'candidates', context).map(({ index, candidate, rejection }) => {
    const path = `candidates.${index}`;
    const own = ownProof(candidate, path, context);
    return {
      candidate,
      prior: prior.filter(({ key }) => key !== null && key === candidate.canonicalKey),
      index,
      path,
      rejection,
      reviews: [...own, ...reviewsOf(candidate, reviews)],
      stated: new Set(),
      ownScreenshots: [],
    };
  });
}

/** The review that stands at the candidate itself, unless it is of another video. */
function ownProof(candidate: Candidate, path: string, context: Context): Review[] {
  const proof = candidate.directProof;
  if (!proof) return [];
  if (proof.sourceVideoUrl === null || keyOf(proof.sourceVideoUrl, context) === candidate.canonicalKey) return [proof];
  const message = 'The review is of another video than the candidate, so it proves nothing of it.';
  context.warnings.add('direct_proof_of_other_video', `${path}.directProof.sourceVideoUrl`, message);
  return [];
}

function statedEvidence(
  rows: NonNullable<ActionInput['verificationRows']>,
  reviews: readonly GivenReview[],
  prior: readonly PriorRow[],
  context: Context,
): RowEvidence[] {
  return rows.map((row, index) => {
    const path = `verificationRows.${index}`;
    const stated = readStatedRow(row, index, path, context);
    const read = readCandidate(stated.candidate, index, path, context);
    const { candidate } = read;
    return {
      candidate,
      prior: prior.filter(({ key }) => key !== null && key === candidate.canonicalKey),
      index,
      path,
      rejection: read.rejection,
      reviews: [...stated.reviews, ...reviewsOf(candidate, reviews)],
      stated: stated.against,
      ownScreenshots: stated.screenshots,
    };
  });
}

function reviewsOf({ canonicalKey }: Candidate, reviews: readonly GivenReview[]): Review[] {
  return reviews.filter(({ key }) => key !== null && key === canonicalKey).map(({ review }) => review);
}

/** Of several rows of one video the best one stands for it, with the evidence of all; the others are its duplicates. */
function judgeAll(evidence: readonly RowEvidence[], judgement: Judgement): VerificationRow[] {
  const groups = Map.groupBy(evidence, ({ candidate, index }) => candidate.canonicalKey ?? `row ${index}`);
  const rows = [...groups.values()].flatMap((group) => judgeGroup(group, judgement));
  return rows.toSorted((a, b) => a.index - b.index).map(({ row }) => row);
}

function judgeGroup(
  group: readonly RowEvidence[],
  judgement: Judgement,
): { readonly index: number; readonly row: VerificationRow }[] {
  const [first] = group;
  if (first && group.length === 1) return [{ index: first.index, row: judgeRow(first, judgement, null) }];
  // What is warned of alone may be settled by the evidence of the others.
  const quiet: Judgement = { ...judgement, context: { ...judgement.context, warnings: new Warnings() } };
  const judged = group.map((evidence) => ({
    evidence,
    alone: judgeRow(evidence, quiet, null),
    score: scoreCandidate(evidence.candidate, judgement.asked, judgement.context).score,
  }));
  const ordered = judged.toSorted(
    (a, b) =>
      Number(a.evidence.stated.has('duplicate_candidate')) - Number(b.evidence.stated.has('duplicate_candidate')) ||
      a.alone.missingWriteRequirements.length - b.alone.missingWriteRequirements.length ||
      b.score - a.score ||
      a.evidence.index - b.evidence.index,
  );
  const [winner, ...others] = ordered.map((each) => each.evidence);
  if (!winner) return [];
  const standing = `r${winner.index + 1}`;
  return [
    { index: winner.index, row: judgeRow(withEvidenceOf(winner, others), judgement, null) },
    ...others.map((evidence) => ({ index: evidence.index, row: judgeRow(evidence, judgement, standing) })),
  ];
}

function withEvidenceOf(winner: RowEvidence, others: readonly RowEvidence[]): RowEvidence {
  return {
    ...winner,
    candidate: mergeCandidates(
      winner.candidate,
      others.map(({ candidate }) => candidate),
    ),
    reviews: [...new Set([winner, ...others].flatMap(({ reviews }) => reviews))],
    ownScreenshots: [winner, ...others].flatMap(({ ownScreenshots }) => ownScreenshots),
  };
}
