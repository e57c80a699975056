import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConversation } from '../schemas/copilot.js';

export const listCopilotConversations = defineOperation({
  name: 'copilot.list_conversations',
  summary: 'List your copilot conversations, most recent first',
  tier: 0,
  http: { method: 'GET', path: '/copilot/conversations' },
  input: z.strictObject({
    ...pageInput,
    archived: z.boolean().default(false).describe('Archived conversations instead of the others.'),
    q: Search.optional().describe('Searches titles.'),
  }),
  output: listOf(CopilotConversation),
  run: async (input, { clients }) => {
    const { conversations, totalSize } = await clients.conversations.listConversations(pageRequest(input));
    return page(conversations, totalSize, input);
  },
});
