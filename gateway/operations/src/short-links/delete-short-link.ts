import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deleteShortLink = defineOperation({
  name: 'short_links.delete',
  summary: 'End a short link',
  description: 'It stops to work everywhere within a second. Its short id is never given again.',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/shorten/:linkId' },
  input: z.strictObject({ linkId: Id }),
  run: (input, { clients, expectedVersion }) => clients.shortLinks.deleteShortLink({ ...input, expectedVersion }),
});
