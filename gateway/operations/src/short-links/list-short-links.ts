import { Id, Search, text } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { ShortLink } from '../schemas/short-link.js';

export const listShortLinks = defineOperation({
  name: 'short_links.list',
  summary: 'List short links, newest first unless sorted',
  description:
    'Returns a page of links, each with `shortUrl`, target and clicks. Use it to find an existing link before creating one; short_links.stats has the clicks by day and country.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/shorten', errorCodes: 'lower_case' },
  input: z.strictObject({
    ...sortedPageInput('-createdAt', ['createdAt', 'title', 'clicks']),
    scope: Scope.describe('mine-and-shared includes links shared with your teams.'),
    q: Search.optional().describe('Searches short id, target, title, campaign and tags.'),
    kind: z.enum(['url', 'photo']).optional(),
    campaign: text(100).optional(),
    tag: text(50).optional(),
    dealId: Id.optional(),
  }),
  output: sortedListOf(ShortLink),
  run: async (input, { clients }) => {
    const response = await clients.shortLinks.listShortLinks(sortedPageRequest(input));
    return sortedPage(response.links, response, input);
  },
});
