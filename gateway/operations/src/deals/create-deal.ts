import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Deal, dealFields } from '../schemas/deal.js';

export const createDeal = defineOperation({
  name: 'deals.create',
  summary: 'Create a deal',
  description:
    'Returns the deal. Use it for a deal without videos yet. For pasted links to published videos, use deals.bulk_add_view_checks, which finds or creates the deals itself.',
  tier: 2,
  affects: ['activity', 'overview'],
  scope: 'svc.write.sensitive',
  core: true,
  http: { method: 'POST', path: '/deals', status: 201, location: '/deals/:id' },
  input: z.strictObject({ ...dealFields, status: z.enum(['active', 'draft']).default('active') }),
  output: Deal,
  run: async ({ tags = [], viewCheckDays = [], ...input }, { clients }) =>
    (await clients.deals.createDeal({ ...input, tags, viewCheckDays })).deal,
});
