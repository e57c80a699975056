import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Suggestion } from '../schemas/suggestion.js';
import { answeredSuggestion } from './read-suggestion.js';

export const getSuggestion = defineOperation({
  name: 'suggestions.get',
  summary: 'Get one suggestion',
  description:
    'Returns the kind, title, text, status and proposed change. Use it to see whether the user has accepted or dismissed it.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/suggestions/:suggestionId' },
  input: z.strictObject({ suggestionId: Id }),
  output: Suggestion,
  run: async (input, { clients }) => answeredSuggestion(await clients.suggestions.getSuggestion(input)),
});
