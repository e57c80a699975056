import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { Suggestion, SuggestionStatus, TargetType } from '../schemas/suggestion.js';
import { readSuggestion } from './read-suggestion.js';

export const listSuggestions = defineOperation({
  name: 'suggestions.list',
  summary: 'List suggestions, newest first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/suggestions' },
  input: z.strictObject({
    ...pageInput,
    status: SuggestionStatus.optional(),
    targetType: TargetType.optional(),
    targetId: Id.optional(),
  }),
  output: listOf(Suggestion),
  run: async (input, { clients }) => {
    const request = { ...input, ...pageRequest(input) };
    const { suggestions, totalSize } = await clients.suggestions.listSuggestions(request);
    return page(suggestions.map(readSuggestion), totalSize, input);
  },
});
