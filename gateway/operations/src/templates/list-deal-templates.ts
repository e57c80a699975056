import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { DealTemplate } from '../schemas/template.js';

export const listDealTemplates = defineOperation({
  name: 'templates.deal.list',
  summary: 'List deal templates, newest first',
  description:
    'Returns a page of templates with their ids. Use it when the user names a template that is not the newest.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/templates/deal' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    q: Search.optional().describe('Searches name, platform, deliverables and notes.'),
  }),
  output: listOf(DealTemplate),
  run: async (input, { clients }) => {
    const { templates, totalSize } = await clients.dealTemplates.listDealTemplates(pageRequest(input));
    return page(templates, totalSize, input);
  },
});
