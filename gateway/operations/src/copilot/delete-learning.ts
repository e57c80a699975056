import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteCopilotLearning = defineOperation({
  name: 'copilot.delete_learning',
  summary: 'Delete everything the copilot has learned about you, permanently',
  description: 'Deletes all candidates and what they were learned from. Memories you accepted stay.',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/copilot/learning' },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.learning.deleteLearning({}),
});
