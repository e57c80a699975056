import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShortLink, shortLinkFields, TargetUrl } from '../schemas/short-link.js';
import { checkDeal } from './usable-deal.js';

export const updateShortLink = defineOperation({
  name: 'short_links.update',
  summary: 'Update a short link',
  description:
    'Returns the link. Use it to change its target, pause it or set its expiry. Updates only the fields sent; null clears a field. isActive enables or disables the link, but cannot enable one that an administrator disabled.',
  tier: 2,
  scope: 'svc.write.sensitive',
  target: { read: 'short_links.get', by: ['linkId'] },
  http: { method: 'PATCH', path: '/shorten/:linkId', version: 'checked', errorCodes: 'lower_case' },
  input: changeInput({ linkId: Id }, { url: TargetUrl, ...shortLinkFields, isActive: z.boolean() }),
  output: ShortLink,
  run: async ({ linkId, ...changes }, { clients, expectedVersion }) => {
    await checkDeal(clients, changes.dealId);
    const { tags = [], expiresAt, ...rest } = changes;
    const request = {
      ...rest,
      ...toDeadlineFields(expiresAt),
      tags,
      linkId,
      expectedVersion,
      updateMask: updateMask(changes),
    };
    return (await clients.shortLinks.updateShortLink(request)).link;
  },
});
