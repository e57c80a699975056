import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotCandidate, CopilotCandidateStage } from '../schemas/copilot-learning.js';
import { toCandidate } from './to-candidate.js';

export const listCopilotCandidates = defineOperation({
  name: 'copilot.list_candidates',
  summary: 'List candidates for memories, most recent first',
  tier: 0,
  http: { method: 'GET', path: '/copilot/learning/candidates' },
  input: z.strictObject({
    ...pageInput,
    stage: CopilotCandidateStage.default('proposed').describe('`proposed` candidates wait for your decision.'),
  }),
  output: listOf(CopilotCandidate),
  run: async (input, { clients }) => {
    const { candidates, totalSize } = await clients.learning.listCandidates(pageRequest(input));
    return page(candidates.map(toCandidate), totalSize, input);
  },
});
