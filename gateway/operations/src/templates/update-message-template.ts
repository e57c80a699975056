import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../define-operation.js';
import { MessageTemplate, messageTemplateFields } from '../schemas/template.js';

export const updateMessageTemplate = defineOperation({
  name: 'templates.message.update',
  summary: 'Change a message template',
  description:
    'Changes the given fields; null clears one. Attachments replace those that are there. Only the owner may.',
  tier: 1,
  affects: ['deals', 'overview'],
  http: { method: 'PATCH', path: '/templates/message/:templateId', bodyBytesMax: 8_388_608, version: 'checked' },
  input: changeInput({ templateId: Id }, messageTemplateFields),
  output: MessageTemplate,
  run: async ({ templateId, ...changes }, { clients, expectedVersion }) => {
    const { tags = [], attachments = [], ...fields } = changes;
    const request = { ...fields, templateId, tags, attachments, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.messageTemplates.updateMessageTemplate(request)).template;
  },
});
