import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Suggestion } from '../schemas/suggestion.js';
import { answeredSuggestion } from './read-suggestion.js';

export const dismissSuggestion = defineOperation({
  name: 'suggestions.dismiss',
  summary: 'Dismiss a suggestion',
  tier: 2,
  affects: ['inbox'],
  http: { method: 'POST', path: '/suggestions/:suggestionId/dismiss', version: 'checked' },
  input: z.strictObject({ suggestionId: Id }),
  output: Suggestion,
  run: async (input, { clients, expectedVersion }) =>
    answeredSuggestion(await clients.suggestions.dismissSuggestion({ ...input, expectedVersion })),
});
