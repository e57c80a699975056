import type { Suggestion as SuggestionMessage } from '@svc/proto/deal/v1/suggestion_service';

/** The suggestion with the proposed input read from its JSON. */
export function readSuggestion(suggestion: SuggestionMessage) {
  const { proposedChange } = suggestion;
  if (!proposedChange) return { ...suggestion, proposedChange: null };
  const input = JSON.parse(proposedChange.inputJson) as Record<string, unknown>;
  return { ...suggestion, proposedChange: { operation: proposedChange.operation, input } };
}

/** The suggestion of an answer, which always has one. */
export function answeredSuggestion({ suggestion }: { readonly suggestion?: SuggestionMessage | null | undefined }) {
  if (!suggestion) throw new Error('The answer has no suggestion.');
  return readSuggestion(suggestion);
}
