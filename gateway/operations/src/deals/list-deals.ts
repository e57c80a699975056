import { CalendarDate, Id, Search, text } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
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
    ...sortedPageInput('-createdAt', [
      'createdAt',
      'updatedAt',
      'name',
      'status',
      'brand',
      'price',
      'postDate',
      'totalViews',
      'progress',
      'nextDue',
    ]),
    scope: Scope,
    status: DealStatus.optional(),
    q: Search.optional().describe('Searches name, brand, promo code, contact, tags and your own notes.'),
    promoCode: text(64).optional(),
    tag: text(50).optional(),
    contactId: Id.optional(),
    influencerId: Id.optional(),
    from: CalendarDate.optional().describe('Posted on or after this date.'),
    to: CalendarDate.optional().describe('Posted on or before this date.'),
    brand: text(200).optional().describe('Exactly this brand, without case and accents.'),
    overdue: z.boolean().optional().describe('Has a check that was due before today in your time zone, or has none.'),
    behindTarget: z.boolean().optional().describe('Has fewer views than its target, or has not.'),
    unpaid: z
      .boolean()
      .optional()
      .describe(
        'Has an incoming payment that is overdue, or that is open although the deal is completed; or has none.',
      ),
  }),
  output: sortedListOf(Deal),
  run: async (input, { clients }) => {
    const response = await clients.deals.listDeals(sortedPageRequest(input));
    return sortedPage(response.deals, response, input);
  },
});
