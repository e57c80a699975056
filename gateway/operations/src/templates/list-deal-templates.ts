import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Scope, Search } from '../schemas/scalars.js';
import { DealTemplate } from '../schemas/template.js';

export const listDealTemplates = defineOperation({
  name: 'templates.deal.list',
  summary: 'List deal templates, newest first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/deal' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    q: Search.optional().describe('Searches name, platform, deliverables and notes.'),
  }),
  output: listOf(DealTemplate),
  run: async ({ q, ...input }, { clients }) => {
    const request = { ...input, ...pageRequest(input), query: q };
    const { templates, totalSize } = await clients.dealTemplates.listDealTemplates(request);
    return page(templates, totalSize, input);
  },
});
