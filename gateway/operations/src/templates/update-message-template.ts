import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id, text } from '../schemas/scalars.js';
import { MessageTemplate, messageTemplateFields } from '../schemas/template.js';

export const updateMessageTemplate = defineOperation({
  name: 'templates.message.update',
  summary: 'Change a message template',
  description:
    'Changes the given fields; null clears one. Attachments replace those that are there. Only the owner may.',
  tier: 1,
  destructive: false,
  http: { method: 'PATCH', path: '/templates/message/:templateId', bodyLimit: '8mb' },
  input: withSomeChange(
    z.strictObject({
      templateId: Id,
      ...messageTemplateFields,
      name: text(200).optional(),
      body: messageTemplateFields.body.optional(),
    }),
    'templateId',
  ),
  output: MessageTemplate,
  run: async ({ templateId, ...changes }, { clients, expectedVersion }) => {
    const { tags = [], attachments = [], ...fields } = changes;
    const request = { ...fields, templateId, tags, attachments, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.messageTemplates.updateMessageTemplate(request)).template;
  },
});
