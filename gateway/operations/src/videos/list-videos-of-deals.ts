import { CalendarDate, Id, Search } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Access, Platform, Video } from '../schemas/deal.js';
import { Scope } from '../schemas/scalars.js';

const VideoOfDeal = Video.extend({
  deal: z.object({ id: Id, name: z.string(), promoCode: z.string().nullable() }),
  due: z.boolean().describe('Whether `nextDueDate` is today or earlier in your time zone.'),
  access: Access.describe('Your rights on the deal.'),
}).meta({ id: 'VideoOfDeal' });

export const listVideosOfDeals = defineOperation({
  name: 'videos.list',
  summary: 'List the videos of all deals, newest first unless sorted',
  tier: 0,
  http: { method: 'GET', path: '/videos' },
  input: z.strictObject({
    ...sortedPageInput('-createdAt', ['createdAt', 'title', 'platform', 'postDate', 'latestValue', 'nextDueDate']),
    scope: Scope,
    platform: Platform.optional(),
    due: z.boolean().optional().describe('true: has a due check; false: has none.'),
    dueOn: CalendarDate.optional().describe('Next check is due on this date.'),
    unresolved: z
      .boolean()
      .optional()
      .describe("true: the URL is a platform's short link with an unknown target; false: all others."),
    q: Search.optional().describe('Searches title, and name and promo code of the deal.'),
    contactId: Id.optional().describe('Of deals with this contact.'),
    influencerId: Id.optional().describe('Of deals with this influencer.'),
  }),
  output: sortedListOf(VideoOfDeal),
  run: async (input, { clients }) => {
    const response = await clients.videos.listVideosOfDeals(sortedPageRequest(input));
    const items = response.videos.flatMap(({ video, dealName: name, promoCode, due, access }) =>
      video ? [{ ...video, deal: { id: video.dealId, name, promoCode }, due, access }] : [],
    );
    return sortedPage(items, response, input);
  },
});
