import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { DealTemplate } from '../schemas/template.js';

export const getDealTemplate = defineOperation({
  name: 'templates.deal.get',
  summary: 'Get one deal template',
  description:
    'Returns the platform, deliverables, views target, days until posting, price and notes. Use it when you have the id; templates.deal.latest returns the newest.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/deal/:templateId' },
  input: z.strictObject({ templateId: Id }),
  output: DealTemplate,
  run: async (input, { clients }) => (await clients.dealTemplates.getDealTemplate(input)).template,
});
