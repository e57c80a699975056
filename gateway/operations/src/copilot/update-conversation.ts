import { changeInput } from '@svc/chassis/schemas/changes';
import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConversation } from '../schemas/copilot.js';

export const updateCopilotConversation = defineOperation({
  name: 'copilot.update_conversation',
  summary: 'Update a copilot conversation: rename, archive or restore it',
  tier: 1,
  http: { method: 'PATCH', path: '/copilot/conversations/:conversationId', version: 'checked' },
  input: changeInput({ conversationId: Id }, { title: text(200), archived: z.boolean() }),
  output: CopilotConversation,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.conversations.updateConversation({ ...input, expectedVersion })).conversation,
});
