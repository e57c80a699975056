import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { DealTemplate } from '../schemas/template.js';
import { noTemplate } from './latest-template.js';

export const getLatestDealTemplate = defineOperation({
  name: 'templates.deal.latest',
  summary: 'Get the newest deal template',
  description:
    'Returns the platform, deliverables, views target, days until posting, price and notes; 404 when there is none. Use it before deals.create when the user says "as usual".',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/deal/latest' },
  input: z.strictObject({ scope: Scope }),
  output: DealTemplate,
  run: async ({ scope }, { clients }) => {
    const { templates } = await clients.dealTemplates.listDealTemplates({ scope, pageSize: 1, skip: 0 });
    if (!templates[0]) throw noTemplate('deal template', scope);
    return templates[0];
  },
});
