import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ProposedChange, Suggestion, TargetType } from '../schemas/suggestion.js';
import { answeredSuggestion } from './read-suggestion.js';

export const createSuggestion = defineOperation({
  name: 'suggestions.create',
  summary: 'Create a suggestion for the user to accept or dismiss',
  description:
    'Returns the suggestion. Use it when you are not sure or lack the permission; read suggestions.list first. With `proposedChange`, accepting the suggestion runs that operation as the user.',
  tier: 1,
  affects: ['inbox'],
  scope: 'svc.write.low_risk',
  core: true,
  http: { method: 'POST', path: '/suggestions', status: 201, location: '/suggestions/:id' },
  input: z.strictObject({
    kind: text(50).describe('Your own word for the sort of suggestion, such as `follow_up`.'),
    title: text(200),
    body: text(10_000),
    targetType: TargetType.nullable().optional().describe('Together with `targetId`.'),
    targetId: Id.nullable().optional(),
    proposedChange: ProposedChange.nullable().optional(),
  }),
  output: Suggestion,
  run: async ({ proposedChange, ...input }, { clients, catalog }) => {
    if (!proposedChange) return answeredSuggestion(await clients.suggestions.createSuggestion(input));
    const operation = catalog.checkProposal(proposedChange, 'proposedChange');
    const change = { operation, inputJson: JSON.stringify(proposedChange.input) };
    return answeredSuggestion(await clients.suggestions.createSuggestion({ ...input, proposedChange: change }));
  },
});
