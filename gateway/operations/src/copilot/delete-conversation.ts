import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteCopilotConversation = defineOperation({
  name: 'copilot.delete_conversation',
  summary: 'Delete a copilot conversation and its messages permanently',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/copilot/conversations/:conversationId', version: 'checked' },
  input: z.strictObject({ conversationId: Id }),
  run: (input, { clients, expectedVersion }) => clients.conversations.deleteConversation({ ...input, expectedVersion }),
});
