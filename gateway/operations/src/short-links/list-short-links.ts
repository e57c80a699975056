import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id, Scope, Search, text } from '../schemas/scalars.js';
import { ShortLink } from '../schemas/short-link.js';

export const listShortLinks = defineOperation({
  name: 'short_links.list',
  summary: 'List short links, newest first unless sorted',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/shorten' },
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
  run: async ({ q, ...input }, { clients }) => {
    const request = { ...input, ...pageRequest(input), query: q };
    const { links, totalSize } = await clients.shortLinks.listShortLinks(request);
    return page(links, totalSize, input);
  },
});
