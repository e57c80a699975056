import { takeIn } from '../candidates/intake.js';
import type { Context } from '../context.js';
import { askedOf } from '../ranking/asked.js';
import { rankCandidates, scoreCandidate } from '../ranking/rank-candidates.js';
import { readRequest } from '../request/read-request.js';
import type { CandidateInput } from '../schemas/candidate-input.js';
import type { ActionInput, SearchResultInput } from '../schemas/tool-input.js';
import type { Answer } from '../schemas/tool-output.js';

/** Ranks candidates by how likely each is the wanted video. */
export function rankGiven(input: ActionInput, context: Context): Answer<'rank_candidates'> {
  return rank(input.candidates ?? [], 'candidates', input, context);
}

/** Ranks search results by how likely each is the wanted video; their snippets are only hints. */
export function rankResults(input: ActionInput, context: Context): Answer<'rank_search_results'> {
  return rank((input.results ?? []).map(candidateOf), 'results', input, context);
}

function candidateOf({ url, title, snippet }: SearchResultInput): CandidateInput {
  return { url, title, caption: snippet, foundVia: 'search' };
}

function rank(
  rows: readonly CandidateInput[],
  path: string,
  input: ActionInput,
  context: Context,
): Answer<'rank_candidates'> {
  const asked = askedOf(readRequest(input, false, context));
  const { accepted, rejected, duplicates } = takeIn(rows, path, context);
  const scored = accepted.map(({ index, candidate }) => {
    const each = scoreCandidate(candidate, asked, context);
    if (each.date.isInFuture) {
      const message = 'The date is in the future, so it was ignored.';
      context.warnings.add('date_in_future', `${path}.${index}.published`, message);
    }
    return each;
  });
  const excluded = [
    ...rejected.map(({ index, candidate, rejection }) => ({ index, candidate, reason: rejection ?? '' })),
    ...duplicates.map(({ index, candidate }) => ({ index, candidate, reason: 'duplicate_candidate' })),
  ];
  return {
    ranked: rankCandidates(scored),
    excluded: excluded
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, candidate, reason }) => ({
        index,
        candidateId: candidate.candidateId,
        url: candidate.url,
        reason,
      })),
  };
}
