import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

export const readShortLinkImage = defineOperation({
  name: 'short_links.image',
  summary: 'Read the image of a photo link',
  description:
    'Answers the bytes of the picture. For its owner and the teams that see the link, also while it is switched off. Counts no click.',
  tier: 0,
  scope: 'svc.read',
  http: {
    method: 'GET',
    path: '/shorten/:linkId/image',
    fileTypes: ['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/avif'],
    ranges: true,
    errorCodes: 'lower_case',
  },
  input: z.strictObject({ linkId: Id }),
  run: ({ linkId }, context) => overHttp(context).forwardFile('shortener', `/dashboard/photos/${linkId}`),
});
