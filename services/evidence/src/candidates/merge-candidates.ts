import type { Candidate, Cue } from '../schemas/candidate.js';
import { CUES_OF_CANDIDATE_MAX } from '../schemas/limits.js';

/** One candidate with what rows of the same video say: of each field the first that is there, the longest caption, the cues of all. */
export function mergeCandidates(first: Candidate, others: readonly Candidate[]): Candidate {
  return others.reduce(mergeTwo, first);
}

function mergeTwo(one: Candidate, other: Candidate): Candidate {
  const { candidateCaptureHint: hint } = one;
  const viewCount = one.viewCount?.value == null ? readable(other.viewCount, one.viewCount) : one.viewCount;
  return {
    ...one,
    startSeconds: one.startSeconds ?? other.startSeconds,
    accountHandle: one.accountHandle ?? other.accountHandle,
    title: one.title ?? other.title,
    caption: (other.caption?.length ?? 0) > (one.caption?.length ?? 0) ? other.caption : one.caption,
    firstComment: one.firstComment ?? other.firstComment,
    transcriptCues: unitedCues(one.transcriptCues, other.transcriptCues),
    transcriptSource: one.transcriptSource === 'none' ? other.transcriptSource : one.transcriptSource,
    viewCount,
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

function readable(first: Candidate['viewCount'], second: Candidate['viewCount']): Candidate['viewCount'] {
  return first?.value == null ? (second ?? first) : first;
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
