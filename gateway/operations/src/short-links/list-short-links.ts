import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Search, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { ShortLink } from '../schemas/short-link.js';

export const listShortLinks = defineOperation({
  name: 'short_links.list',
  summary: 'List short links, newest first unless sorted',
  description:
    'Answers a page of links, each with `shortUrl`, target and clicks. Use it to find a link that is there already before you make one; short_links.stats has the clicks by day and country.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/shorten', errorCodes: 'lower_case' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope.describe('mine-and-shared also holds links that are shared with your teams.'),
    q: Search.optional().describe('Searches short id, target, title, campaign and tags.'),
    kind: z.enum(['url', 'photo']).optional(),
    campaign: text(100).optional(),
    tag: text(50).optional(),
    dealId: Id.optional(),
    sort: z.enum(['createdAt', '-createdAt', 'clicks', '-clicks']).default('-createdAt'),
  }),
  output: listOf(ShortLink),
  run: async (input, { clients }) => {
    const { links, totalSize } = await clients.shortLinks.listShortLinks(pageRequest(input));
    return page(links, totalSize, input);
  },
});
