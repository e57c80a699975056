import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotTurn } from '../schemas/copilot.js';

export const stopCopilotTurn = defineOperation({
  name: 'copilot.stop_turn',
  summary: 'Stop the answer in progress',
  description: 'Returns the turn, which ends within a second, or null when nothing is in progress.',
  tier: 1,
  http: { method: 'POST', path: '/copilot/conversations/:conversationId/stop', status: 202 },
  input: z.strictObject({ conversationId: Id }),
  output: z.object({ turn: CopilotTurn.nullable() }),
  run: async (input, { clients }) => ({ turn: (await clients.turns.stopTurn(input)).turn ?? null }),
});
