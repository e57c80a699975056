import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotAnswer, streamTurn } from './stream-turn.js';

export const sendCopilotMessage = defineOperation({
  name: 'copilot.send_message',
  summary: 'Send a message and stream the answer',
  description:
    'Streams server-sent events in the UI message stream format, ending with `data: [DONE]`; with `Accept: application/json`, returns the turn and its message once the turn has ended. A broken connection does not end the turn: follow it with copilot.follow_turn.',
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
      .describe(
        'Your own id for the message: sending it again returns the turn it started instead of starting another.',
      ),
    context: z
      .strictObject({ dealId: Id.optional().describe('The deal you are looking at; the model sees its name.') })
      .optional(),
  }),
  output: CopilotAnswer,
  run: async ({ context: view, ...message }, context) => {
    const { deals, turns } = context.clients;
    // Read as the user, who may refer only to deals that they can see.
    const deal = view?.dealId === undefined ? undefined : (await deals.getDeal({ dealId: view.dealId })).deal;
    const { turn } = await turns.createTurn({ ...message, ...(deal && { dealId: deal.id, dealName: deal.name }) });
    return streamTurn(turn, context);
  },
});
