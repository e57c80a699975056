import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ShortLink, shortLinkFields, TargetUrl } from '../schemas/short-link.js';
import { checkDeal } from './usable-deal.js';

export const updateShortLink = defineOperation({
  name: 'short_links.update',
  summary: 'Change a short link',
  description:
    'Answers the link. Use it to lead it elsewhere, pause it or let it end. Changes the given fields; null clears one. isActive switches the link on and off, though not on what an administrator switched off.',
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
