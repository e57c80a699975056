import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Suggestion, SuggestionStatus, TargetType } from '../schemas/suggestion.js';
import { readSuggestion } from './read-suggestion.js';

export const listSuggestions = defineOperation({
  name: 'suggestions.list',
  summary: 'List suggestions, newest first',
  description:
    'Returns suggestions with status and proposed change. Use it with `status` open before suggesting something, to avoid duplicates.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/suggestions' },
  input: z.strictObject({
    ...pageInput,
    status: SuggestionStatus.optional(),
    targetType: TargetType.optional(),
    targetId: Id.optional(),
  }),
  output: listOf(Suggestion),
  run: async (input, { clients }) => {
    const { suggestions, totalSize } = await clients.suggestions.listSuggestions(pageRequest(input));
    return page(suggestions.map(readSuggestion), totalSize, input);
  },
});
