import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { DealTemplate, dealTemplateFields } from '../schemas/template.js';

export const createDealTemplate = defineOperation({
  name: 'templates.deal.create',
  summary: 'Create a deal template',
  tier: 1,
  http: { method: 'POST', path: '/templates/deal', status: 201, location: '/templates/deal/:id' },
  input: z.strictObject(dealTemplateFields),
  output: DealTemplate,
  run: async (input, { clients }) => (await clients.dealTemplates.createDealTemplate(input)).template,
});
