import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id, text } from '../schemas/scalars.js';
import { DealTemplate, dealTemplateFields } from '../schemas/template.js';

export const updateDealTemplate = defineOperation({
  name: 'templates.deal.update',
  summary: 'Change a deal template',
  description: 'Changes the given fields; null clears one. Only the owner may.',
  tier: 1,
  destructive: false,
  http: { method: 'PATCH', path: '/templates/deal/:templateId' },
  input: withSomeChange(
    z.strictObject({ templateId: Id, ...dealTemplateFields, name: text(200).optional() }),
    'templateId',
  ),
  output: DealTemplate,
  run: async ({ templateId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, templateId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.dealTemplates.updateDealTemplate(request)).template;
  },
});
