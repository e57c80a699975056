import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotAnswer, tellTurn } from './tell-turn.js';

export const sendCopilotMessage = defineOperation({
  name: 'copilot.send_message',
  summary: 'Send a message and stream the answer',
  description:
    'Answers server-sent events in the UI message stream, `data: [DONE]` last; with `Accept: application/json` turn and message once the turn has ended. A connection that breaks does not end the turn: follow it with copilot.follow_turn.',
  tier: 1,
  http: {
    method: 'POST',
    path: '/copilot/conversations/:conversationId/messages',
    events: true,
    bodyBytesMax: 64 * 1_024,
  },
  input: z.strictObject({
    conversationId: Id,
    text: text(8_000),
    clientMessageId: text(64)
      .optional()
      .describe('Your own name for the message: sent again it gives the turn that it began, and no second one.'),
    context: z
      .strictObject({ dealId: Id.optional().describe('The deal that you are looking at: the model is told its name.') })
      .optional(),
  }),
  output: CopilotAnswer,
  run: async ({ context: view, ...message }, context) => {
    const { deals, turns } = context.clients;
    // Read as the user, so that users can name only deals they can see.
    const deal = view?.dealId === undefined ? undefined : (await deals.getDeal({ dealId: view.dealId })).deal;
    const { turn } = await turns.createTurn({ ...message, ...(deal && { dealId: deal.id, dealName: deal.name }) });
    return tellTurn(turn, context);
  },
});
