import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteShortLink = defineOperation({
  name: 'short_links.delete',
  summary: 'Delete a short link',
  description:
    'Returns nothing. It stops working everywhere within a second, and its short id is never reused. Use it to end a link permanently; to pause one, set isActive to false with short_links.update instead.',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'short_links.get', by: ['linkId'] },
  http: { method: 'DELETE', path: '/shorten/:linkId', version: 'checked', errorCodes: 'lower_case' },
  input: z.strictObject({ linkId: Id }),
  run: (input, { clients, expectedVersion }) => clients.shortLinks.deleteShortLink({ ...input, expectedVersion }),
});
