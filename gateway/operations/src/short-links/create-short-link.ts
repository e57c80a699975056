import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ShortLink, shortLinkFields, Slug, TargetUrl } from '../schemas/short-link.js';
import { checkDeal } from './usable-deal.js';

export const createShortLink = defineOperation({
  name: 'short_links.create',
  summary: 'Make a short link to a URL',
  description: 'With reuse the working link to the same target is answered, when you have one.',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: {
    method: 'POST',
    path: '/shorten',
    status: ({ created }) => (created === false ? 200 : 201),
    location: '/shorten/:id',
  },
  input: z.strictObject({ url: TargetUrl, slug: Slug, ...shortLinkFields, reuse: z.boolean().default(false) }),
  output: ShortLink.extend({ created: z.boolean().describe('False when an earlier link was answered.') }),
  run: async ({ tags = [], expiresAt, ...input }, { clients }) => {
    await checkDeal(clients, input.dealId);
    const request = { ...input, tags, expiresAt: expiresAt ? new Date(expiresAt) : undefined };
    const { link, created } = await clients.shortLinks.createShortLink(request);
    return { ...link, created };
  },
});
