import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotAnswer, streamTurn } from './stream-turn.js';

export const retryCopilotTurn = defineOperation({
  name: 'copilot.retry_turn',
  summary: 'Retry the last answer after it failed or was stopped',
  description: 'Responds like copilot.send_message.',
  tier: 1,
  http: { method: 'POST', path: '/copilot/conversations/:conversationId/retry', events: true },
  input: z.strictObject({ conversationId: Id }),
  output: CopilotAnswer,
  run: async (input, context) => streamTurn((await context.clients.turns.retryTurn(input)).turn, context),
});
