import { CalendarDate, Id, Search, text } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Deal, DealStatus } from '../schemas/deal.js';
import { Scope } from '../schemas/scalars.js';

export const listDeals = defineOperation({
  name: 'deals.list',
  summary: 'List deals, newest first unless sorted',
  description:
    'Returns a page of deals, each as in deals.get, and `total`. Use it to go through deals by status or search words (`q`); to find one record of any type, use context.search. Lists only your own unless scope=mine-and-shared.',
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
    brand: text(200).optional().describe('Exactly this brand, ignoring case and accents.'),
    overdue: z
      .boolean()
      .optional()
      .describe('true: has a check that was due before today in your time zone; false: has none.'),
    behindTarget: z
      .boolean()
      .optional()
      .describe('true: is behind a steady pace to its target, so that `pace` is `behind` or `missed`; false: is not.'),
    unpaid: z
      .boolean()
      .optional()
      .describe(
        'true: has an incoming payment that is overdue, or open although the deal is completed; false: has none.',
      ),
  }),
  output: sortedListOf(Deal),
  run: async (input, { clients }) => {
    const response = await clients.deals.listDeals(sortedPageRequest(input));
    return sortedPage(response.deals, response, input);
  },
});
