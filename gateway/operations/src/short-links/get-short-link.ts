import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShortLink } from '../schemas/short-link.js';

export const getShortLink = defineOperation({
  name: 'short_links.get',
  summary: 'Get one short link',
  description:
    'Returns the target, slug, title, tags, `shortUrl` to share, clicks and expiry. Use it when you have the id; otherwise find it with short_links.list.',
  tier: 0,
  scope: 'svc.read',
  http: { method: 'GET', path: '/shorten/:linkId', errorCodes: 'lower_case' },
  input: z.strictObject({ linkId: Id }),
  output: ShortLink,
  run: async (input, { clients }) => (await clients.shortLinks.getShortLink(input)).link,
});
