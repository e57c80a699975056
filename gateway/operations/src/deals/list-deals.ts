import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { CalendarDate, Id, Search, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Deal, DealStatus } from '../schemas/deal.js';
import { Scope } from '../schemas/scalars.js';

export const listDeals = defineOperation({
  name: 'deals.list',
  summary: 'List deals, newest first unless sorted',
  description:
    'Answers a page of deals, each as deals.get does, and `total`. Use it to go through deals by status or words (`q`); to find one record among all kinds use context.search. Without scope=mine-and-shared only your own.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/deals' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    status: DealStatus.optional(),
    q: Search.optional().describe('Searches name, brand, promo code, contact, tags and your own notes.'),
    promoCode: text(64).optional(),
    tag: text(50).optional(),
    contactId: Id.optional(),
    influencerId: Id.optional(),
    from: CalendarDate.optional().describe('Posted on or after this date.'),
    to: CalendarDate.optional().describe('Posted on or before this date.'),
    sort: z
      .enum(['createdAt', 'updatedAt', 'name', 'postDate', 'totalViews'].flatMap((field) => [field, `-${field}`]))
      .default('-createdAt'),
  }),
  output: listOf(Deal),
  run: async (input, { clients }) => {
    const { deals, totalSize } = await clients.deals.listDeals(pageRequest(input));
    return page(deals, totalSize, input);
  },
});
