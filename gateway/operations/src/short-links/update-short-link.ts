import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id } from '../schemas/scalars.js';
import { ShortLink, shortLinkFields, TargetUrl } from '../schemas/short-link.js';
import { checkDeal } from './usable-deal.js';

export const updateShortLink = defineOperation({
  name: 'short_links.update',
  summary: 'Change a short link',
  description: 'Changes the given fields; null clears one. isActive switches the link on and off.',
  tier: 2,
  destructive: false,
  scope: 'svc.write.sensitive',
  http: { method: 'PATCH', path: '/shorten/:linkId' },
  input: withSomeChange(
    z.strictObject({ linkId: Id, url: TargetUrl.optional(), ...shortLinkFields, isActive: z.boolean().optional() }),
    'linkId',
  ),
  output: ShortLink,
  run: async ({ linkId, ...changes }, { clients, expectedVersion }) => {
    await checkDeal(clients, changes.dealId);
    const { tags = [], expiresAt, ...rest } = changes;
    const request = { ...rest, tags, expiresAt: expiresAt ? new Date(expiresAt) : undefined };
    const updated = { ...request, linkId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.shortLinks.updateShortLink(updated)).link;
  },
});
