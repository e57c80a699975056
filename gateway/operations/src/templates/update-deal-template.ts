import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { DealTemplate, dealTemplateFields } from '../schemas/template.js';

export const updateDealTemplate = defineOperation({
  name: 'templates.deal.update',
  summary: 'Update a deal template',
  description: 'Updates only the fields sent; null clears a field. Only the owner can update it.',
  tier: 1,
  http: { method: 'PATCH', path: '/templates/deal/:templateId', version: 'checked' },
  input: changeInput({ templateId: Id }, dealTemplateFields),
  output: DealTemplate,
  run: async ({ templateId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, templateId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.dealTemplates.updateDealTemplate(request)).template;
  },
});
