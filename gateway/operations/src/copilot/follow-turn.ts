import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotAnswer, streamTurn } from './stream-turn.js';

export const followCopilotTurn = defineOperation({
  name: 'copilot.follow_turn',
  summary: 'Stream the answer in progress from its start',
  description: 'Responds like copilot.send_message, or with 204 when nothing is in progress.',
  tier: 0,
  http: { method: 'GET', path: '/copilot/conversations/:conversationId/stream', events: true },
  input: z.strictObject({ conversationId: Id }),
  output: CopilotAnswer,
  run: async (input, context) => {
    const { conversation } = await context.clients.conversations.getConversation(input);
    return conversation?.activeTurn ? streamTurn(conversation.activeTurn, context) : undefined;
  },
});
