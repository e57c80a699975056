import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const getCopilotLearning = defineOperation({
  name: 'admin.copilot.get_learning',
  summary: 'Get statistics on what the copilot learns',
  description: 'Contains no statements by users.',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/learning' },
  input: z.strictObject({}),
  output: z.object({
    usersWithConsent: z.int(),
    stages: z.object({
      observed: z.int(),
      eligible: z.int(),
      proposed: z.int(),
      graduated: z.int(),
      rejected: z.int(),
      expired: z.int(),
    }),
    acceptanceRate: z
      .number()
      .nullable()
      .describe('Accepted share of decided candidates, 0 to 1; null before the first decision.'),
    medianDaysToGraduation: z.number().nullable(),
    memories: z.object({ active: z.int(), archived: z.int() }),
  }),
  run: async (_input, { clients }) => {
    const totals = await clients.copilotAdministration.getLearningTotals({});
    const { usersWithConsent, medianDaysToGraduation = null, activeMemories, archivedMemories, ...stages } = totals;
    const decided = stages.graduated + stages.rejected;
    return {
      usersWithConsent,
      stages,
      acceptanceRate: decided === 0 ? null : stages.graduated / decided,
      medianDaysToGraduation,
      memories: { active: activeMemories, archived: archivedMemories },
    };
  },
});
