import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotMessage } from '../schemas/copilot.js';
import { toMessage } from './to-message.js';

export const listCopilotMessages = defineOperation({
  name: 'copilot.list_messages',
  summary: 'List the messages of a conversation, newest first',
  description:
    'Long messages come in pages smaller than `limit`: continue with `beforeSeq` until the first message, whose `seq` is 1.',
  tier: 0,
  http: { method: 'GET', path: '/copilot/conversations/:conversationId/messages' },
  input: z.strictObject({
    conversationId: Id,
    limit: z.int().min(1).max(200).default(50),
    beforeSeq: z.int().min(1).max(1_000_000).optional().describe('Only messages before this `seq`.'),
  }),
  output: z.object({ items: z.array(CopilotMessage), total: z.int() }),
  run: async ({ limit, ...input }, { clients }) => {
    const { messages, totalSize } = await clients.conversations.listMessages({ ...input, pageSize: limit });
    return { items: messages.map(toMessage), total: totalSize };
  },
});
