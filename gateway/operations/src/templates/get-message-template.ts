import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { MessageTemplate } from '../schemas/template.js';

export const getMessageTemplate = defineOperation({
  name: 'templates.message.get',
  summary: 'Get one message template, with attachment contents for its owner',
  description:
    'Returns the subject, body and tags. Use it when you have the id; templates.message.latest returns the newest.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/message/:templateId' },
  input: z.strictObject({ templateId: Id }),
  output: MessageTemplate,
  run: async (input, { clients }) => (await clients.messageTemplates.getMessageTemplate(input)).template,
});
