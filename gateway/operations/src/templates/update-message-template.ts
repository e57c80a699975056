import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { MessageTemplate, messageTemplateFields } from '../schemas/template.js';

export const updateMessageTemplate = defineOperation({
  name: 'templates.message.update',
  summary: 'Update a message template',
  description:
    'Updates only the fields sent; null clears a field. Attachments replace all existing ones. Only the owner can update it.',
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
