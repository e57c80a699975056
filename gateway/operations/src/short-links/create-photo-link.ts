import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { ShortLink } from '../schemas/short-link.js';

export const createPhotoLink = defineOperation({
  name: 'short_links.create_photo',
  summary: 'Upload a photo and get a short link to it',
  description:
    'PNG, JPEG, WebP, GIF, AVIF or BMP of at most 40 MB: as base64 or data URL in the field image of a JSON body, as the file image of multipart/form-data, or as the body itself; beside it title, slug, campaign, tags and expiresAt. What people see carries no location and no other metadata.',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: {
    method: 'POST',
    path: '/shorten/photos',
    status: 201,
    location: '/shorten/:id',
    accepts: ['application/json', 'multipart/form-data', 'image/*'],
  },
  input: z.strictObject({}),
  output: ShortLink,
  run: (_input, { forwardBody }) => forwardBody('/dashboard/photos'),
});
