import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

export const deleteShortLink = defineOperation({
  name: 'short_links.delete',
  summary: 'End a short link',
  description:
    'Answers nothing. To pause a link set isActive to false with short_links.update instead. It stops working everywhere within a second. Its short id is never used again.',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'short_links.get', by: ['linkId'] },
  http: { method: 'DELETE', path: '/shorten/:linkId', version: 'checked', errorCodes: 'lower_case' },
  input: z.strictObject({ linkId: Id }),
  run: (input, { clients, expectedVersion }) => clients.shortLinks.deleteShortLink({ ...input, expectedVersion }),
});
