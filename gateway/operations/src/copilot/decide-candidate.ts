import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotCandidate } from '../schemas/copilot-learning.js';
import { toCandidate } from './to-candidate.js';

export const decideCopilotCandidate = defineOperation({
  name: 'copilot.decide_candidate',
  summary: 'Accept or reject a candidate for a memory',
  description:
    'Accepting creates a memory, and archives the one in `replaces`. A rejected candidate does not come back for 90 days.',
  tier: 1,
  affects: ['memory'],
  http: { method: 'POST', path: '/copilot/learning/candidates/:candidateId/decision' },
  input: z.strictObject({
    candidateId: Id,
    decision: z.enum(['accept', 'reject']),
    statement: text(280).optional().describe('Your own wording; by default the suggested statement.'),
  }),
  output: CopilotCandidate,
  run: async ({ decision, ...input }, { clients }) => {
    const { candidate } = await clients.learning.decideCandidate({ ...input, accept: decision === 'accept' });
    return candidate && toCandidate(candidate);
  },
});
