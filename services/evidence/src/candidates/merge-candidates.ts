import type { Candidate, Cue, ViewCount } from '../schemas/candidate.js';
import { CUES_OF_CANDIDATE_MAX } from '../schemas/limits.js';
import { isReviewOnly } from './view-count.js';

/** Merges rows of the same video into one candidate: the first value of each field, the longest caption, all cues. */
export function mergeCandidates(first: Candidate, others: readonly Candidate[]): Candidate {
  return others.reduce(mergeTwo, first);
}

function mergeTwo(one: Candidate, other: Candidate): Candidate {
  const { candidateCaptureHint: hint } = one;
  return {
    ...one,
    startSeconds: one.startSeconds ?? other.startSeconds,
    accountHandle: one.accountHandle ?? other.accountHandle,
    title: one.title ?? other.title,
    caption: (other.caption?.length ?? 0) > (one.caption?.length ?? 0) ? other.caption : one.caption,
    firstComment: one.firstComment ?? other.firstComment,
    transcriptCues: unitedCues(one.transcriptCues, other.transcriptCues),
    transcriptSource: one.transcriptSource === 'none' ? other.transcriptSource : one.transcriptSource,
    viewCount: surerCount(one.viewCount, other.viewCount),
    published: one.published && one.published.reason === null ? one.published : (other.published ?? one.published),
    durationSeconds: one.durationSeconds ?? other.durationSeconds,
    foundVia: one.foundVia ?? other.foundVia,
    directProof: one.directProof ?? other.directProof,
    candidateCaptureHint: {
      screenshotSelector: hint.screenshotSelector ?? other.candidateCaptureHint.screenshotSelector,
      waitForSelector: hint.waitForSelector ?? other.candidateCaptureHint.waitForSelector,
      captureClip: hint.captureClip ?? other.candidateCaptureHint.captureClip,
    },
  };
}

/** Prefers the first count that is readable and proves something, else the first readable one. */
function surerCount(one: ViewCount | null, other: ViewCount | null): ViewCount | null {
  return countRank(other) > countRank(one) ? other : one;
}

function countRank(count: ViewCount | null): number {
  if (count === null) return 0;
  if (count.value === null) return 1;
  return isReviewOnly(count) ? 2 : 3;
}

function unitedCues(one: readonly Cue[], other: readonly Cue[]): Cue[] {
  const known = new Set(one.map(keyOfCue));
  const added = other.filter((cue) => !known.has(keyOfCue(cue)));
  if (added.length === 0) return [...one];
  return [...one, ...added]
    .toSorted((a, b) => (a.startSeconds ?? -1) - (b.startSeconds ?? -1))
    .slice(0, CUES_OF_CANDIDATE_MAX);
}

function keyOfCue({ startSeconds, text }: Cue): string {
  return `${startSeconds} ${text}`;
}
