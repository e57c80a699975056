import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { isRefusal } from '../run/refusals.js';
import { Suggestion } from '../schemas/suggestion.js';
import { answeredSuggestion } from './read-suggestion.js';

export const acceptSuggestion = defineOperation({
  name: 'suggestions.accept',
  summary: 'Accept a suggestion and make the change it proposes',
  description: 'If the change fails, its error is returned and the suggestion stays open.',
  tier: 2,
  affects: ['inbox', 'deals', 'tasks', 'activity', 'overview'],
  http: { method: 'POST', path: '/suggestions/:suggestionId/accept', idempotencyKey: 'ignored', version: 'checked' },
  input: z.strictObject({ suggestionId: Id }),
  output: Suggestion,
  run: async ({ suggestionId }, { clients, expectedVersion, runProposal }) => {
    const claim = await clients.suggestions.claimSuggestion({ suggestionId, expectedVersion });
    const { claimId } = claim;
    const { proposedChange } = answeredSuggestion(claim);
    let mayHaveChanged = false;
    try {
      // The key prevents a change from running twice after a lost response or an expired claim; a change older than the idempotency records
      // is not started again.
      const result =
        proposedChange && (await runProposal(proposedChange, `suggestion:${suggestionId}`, claim.proposer));
      mayHaveChanged = true;
      const request = { suggestionId, claimId, resultId: idOf(result) };
      return answeredSuggestion(await clients.suggestions.acceptSuggestion(request));
    } catch (error) {
      const request = { suggestionId, claimId, nothingChanged: !mayHaveChanged && isRefusal(error) };
      // If releasing fails too, the original error is thrown, and the claim expires.
      await clients.suggestions.releaseSuggestion(request).catch(() => undefined);
      throw error;
    }
  },
});

/** Returns the id of the record in an operation's output; null for other outputs. */
function idOf(result: unknown): string | null {
  return z.object({ id: Id }).safeParse(result).data?.id ?? null;
}
