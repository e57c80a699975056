import { readRows } from '../candidates/intake.js';
import { readCandidate, readReview } from '../candidates/read-candidate.js';
import { keyOf } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import type { Candidate, Review } from '../schemas/candidate.js';
import type { ActionInput } from '../schemas/tool-input.js';
import { byKey, ofKey } from './by-key.js';
import type { RowEvidence } from './judge-row.js';
import type { PriorRow } from './prior-rows.js';
import { readStatedRow } from './stated-rows.js';

/** A review outside of the candidates, with its video. */
export interface GivenReview {
  readonly index: number;
  readonly key: string | null;
  readonly review: Review;
}

export function readReviews({ directProofReviews = [] }: ActionInput, context: Context): GivenReview[] {
  return directProofReviews.map((row, index) => ({
    index,
    key: keyOf(row.sourceVideoUrl, context),
    review: readReview(row, `directProofReviews.${index}`, context),
  }));
}

/** Collects all evidence of each candidate, or of each row of an earlier answer. */
export function gatherEvidence(
  input: ActionInput,
  givenReviews: readonly GivenReview[],
  priorRows: readonly PriorRow[],
  context: Context,
): RowEvidence[] {
  const [reviews, prior] = [byKey(givenReviews), byKey(priorRows)];
  const besides = ({ canonicalKey }: Candidate) => ({
    reviews: ofKey(reviews, canonicalKey).map(({ review }) => review),
    prior: ofKey(prior, canonicalKey),
  });
  if (input.verificationRows) {
    return input.verificationRows.map((row, index) => {
      const path = `verificationRows.${index}`;
      const stated = readStatedRow(row, index, path, context);
      const { candidate, rejection } = readCandidate(stated.candidate, index, path, context);
      const found = besides(candidate);
      return {
        ...found,
        index,
        path,
        candidate,
        rejection,
        reviews: [...stated.reviews, ...found.reviews],
        stated: stated.against,
        ownScreenshots: stated.screenshots,
        window: stated.window,
      };
    });
  }
  return readRows(input.candidates ?? [], 'candidates', context).map(({ index, candidate, rejection }) => {
    const path = `candidates.${index}`;
    const found = besides(candidate);
    const reviewed = [...ownProof(candidate, path, context), ...found.reviews];
    const row = { index, path, candidate, rejection, reviews: reviewed };
    return { ...found, ...row, stated: new Set(), ownScreenshots: [], window: null };
  });
}

/** Returns the review in the candidate, unless it is of another video. */
function ownProof({ directProof, canonicalKey }: Candidate, path: string, context: Context): Review[] {
  if (!directProof) return [];
  const { sourceVideoUrl } = directProof;
  if (sourceVideoUrl === null || keyOf(sourceVideoUrl, context) === canonicalKey) return [directProof];
  const message = 'The review is about another video, so it proves nothing about the candidate.';
  context.warnings.add('direct_proof_of_other_video', `${path}.directProof.sourceVideoUrl`, message);
  return [];
}
