import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { MessageTemplate, messageTemplateFields } from '../schemas/template.js';

export const createMessageTemplate = defineOperation({
  name: 'templates.message.create',
  summary: 'Create a message template',
  tier: 1,
  http: {
    method: 'POST',
    path: '/templates/message',
    status: 201,
    location: '/templates/message/:id',
    bodyBytesMax: 8_388_608,
  },
  input: z.strictObject(messageTemplateFields),
  output: MessageTemplate,
  run: async ({ tags = [], attachments = [], ...input }, { clients }) =>
    (await clients.messageTemplates.createMessageTemplate({ ...input, tags, attachments })).template,
});
