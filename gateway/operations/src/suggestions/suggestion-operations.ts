import { acceptSuggestion } from './accept-suggestion.js';
import { createSuggestion } from './create-suggestion.js';
import { dismissSuggestion } from './dismiss-suggestion.js';
import { getSuggestion } from './get-suggestion.js';
import { listSuggestions } from './list-suggestions.js';

export const suggestionOperations = [
  acceptSuggestion,
  createSuggestion,
  dismissSuggestion,
  getSuggestion,
  listSuggestions,
] as const;
