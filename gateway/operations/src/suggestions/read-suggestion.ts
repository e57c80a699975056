import { required } from '@svc/chassis/grpc/required';
import type { Suggestion as SuggestionMessage } from '@svc/proto/deal/v1/suggestion_service';

/** Parses the proposed input of a suggestion. */
export function readSuggestion(suggestion: SuggestionMessage) {
  const { proposedChange } = suggestion;
  if (!proposedChange) return { ...suggestion, proposedChange: null };
  const input = JSON.parse(proposedChange.inputJson) as Record<string, unknown>;
  return { ...suggestion, proposedChange: { operation: proposedChange.operation, input } };
}

/** Asserts that a response has a suggestion, and parses it. */
export function answeredSuggestion({ suggestion }: { readonly suggestion?: SuggestionMessage | null | undefined }) {
  return readSuggestion(required(suggestion, 'suggestion'));
}
