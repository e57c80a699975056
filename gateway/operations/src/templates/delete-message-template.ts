import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteMessageTemplate = defineOperation({
  name: 'templates.message.delete',
  summary: 'Delete a message template with its attachments',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/templates/message/:templateId', version: 'checked' },
  input: z.strictObject({ templateId: Id }),
  run: (input, { clients, expectedVersion }) =>
    clients.messageTemplates.deleteMessageTemplate({ ...input, expectedVersion }),
});
