import { takeIn } from '../candidates/intake.js';
import { pageText } from '../candidates/page-text.js';
import { seekUrl } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import { askedOf } from '../ranking/asked.js';
import { readRequest } from '../request/read-request.js';
import { CUE_LENGTH_MAX } from '../schemas/limits.js';
import type { ActionInput, PlannedCueInput } from '../schemas/tool-input.js';
import type { Answer } from '../schemas/tool-output.js';
import { PROOF_KINDS } from '../schemas/vocabulary.js';
import { type PickedCue, reviewWindows } from '../transcript/review-windows.js';

const RECORD_FIELDS = ['status', 'proofKind', 'evidenceSource', 'observedPromoAtSeconds'];

/** Plans where in each video a person should look and listen for the proof. */
export function planReviews(input: ActionInput, context: Context): Answer<'plan_direct_proof_review'> {
  const asked = askedOf(readRequest(input, false, context));
  const { accepted, rejected, duplicates } = takeIn(input.candidates ?? [], 'candidates', context);
  const cues = (input.cues ?? []).flatMap((cue, index) => pickedCue(cue, index, context));
  return {
    reviews: accepted.map(({ candidate }) => {
      const { candidateId, canonicalUrl, platform } = candidate;
      const sourceVideoUrl = canonicalUrl ?? '';
      const own = cues.filter((cue) =>
        cue.candidateId === null ? accepted.length === 1 : cue.candidateId === candidateId,
      );
      return {
        candidateId,
        sourceVideoUrl,
        windows: reviewWindows(candidate, own, asked).map((window) => ({
          ...window,
          url: seekUrl(sourceVideoUrl, platform, window.suggestedSeekSeconds),
        })),
        lookFor: [...PROOF_KINDS],
        recordFields: RECORD_FIELDS,
        directProofReviewStatus: 'planned',
      };
    }),
    skipped: [
      ...rejected.map(({ index, candidate, rejection }) => ({ index, url: candidate.url, reason: rejection ?? '' })),
      ...duplicates.map(({ index, candidate }) => ({ index, url: candidate.url, reason: 'duplicate_candidate' })),
    ].toSorted((a, b) => a.index - b.index),
  };
}

function pickedCue(
  cue: PlannedCueInput,
  index: number,
  { warnings }: Context,
): (PickedCue & { candidateId: string | null })[] {
  const text = pageText(cue.text, CUE_LENGTH_MAX, `cues.${index}.text`, warnings) ?? '';
  const start = cue.startSeconds ?? null;
  if (start === null || start < 0) return [];
  const { seekSeconds = null, candidateId = null } = cue;
  return [
    { candidateId, startSeconds: start, endSeconds: Math.max(start, cue.endSeconds ?? start), text, seekSeconds },
  ];
}
