import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConversation } from '../schemas/copilot.js';

export const createCopilotConversation = defineOperation({
  name: 'copilot.create_conversation',
  summary: 'Create a copilot conversation',
  tier: 1,
  http: {
    method: 'POST',
    path: '/copilot/conversations',
    status: 201,
    location: '/copilot/conversations/:id',
  },
  input: z.strictObject({ title: text(200).optional().describe('Taken from the first message when absent.') }),
  output: CopilotConversation,
  run: async (input, { clients }) => (await clients.conversations.createConversation(input)).conversation,
});
