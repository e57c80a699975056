import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConversation } from '../schemas/copilot.js';

export const getCopilotConversation = defineOperation({
  name: 'copilot.get_conversation',
  summary: 'Get a copilot conversation without its messages',
  tier: 0,
  http: { method: 'GET', path: '/copilot/conversations/:conversationId' },
  input: z.strictObject({ conversationId: Id }),
  output: CopilotConversation,
  run: async (input, { clients }) => (await clients.conversations.getConversation(input)).conversation,
});
