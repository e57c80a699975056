import { toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Slug } from '@svc/image-routes/photo-routes';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShortLink, shortLinkFields, TargetUrl } from '../schemas/short-link.js';
import { checkDeal } from './usable-deal.js';

export const createShortLink = defineOperation({
  name: 'short_links.create',
  summary: 'Create a short link to a URL',
  description:
    'Returns `shortUrl` to share. Use it for a link whose clicks the user wants to count, with `dealId` when it belongs to a deal. With `reuse`, returns your working link to the same target if there is one.',
  tier: 1,
  scope: 'svc.write.low_risk',
  core: true,
  http: {
    errorCodes: 'lower_case',
    method: 'POST',
    path: '/shorten',
    status: ({ created }) => (created === false ? 200 : 201),
    location: '/shorten/:id',
  },
  input: z.strictObject({
    url: TargetUrl,
    slug: Slug,
    ...shortLinkFields,
    reuse: z.boolean().default(false).describe('Returns your working link to the same target, if there is one.'),
  }),
  output: ShortLink.extend({ created: z.boolean().describe('False when an existing link is returned.') }),
  run: async ({ tags = [], expiresAt, ...input }, { clients }) => {
    await checkDeal(clients, input.dealId);
    const { link, created } = await clients.shortLinks.createShortLink({
      ...input,
      ...toDeadlineFields(expiresAt),
      tags,
    });
    return link && { ...link, created };
  },
});
