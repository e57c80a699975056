import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { photoLinkFields, ShortLink, Slug } from '../schemas/short-link.js';

export const createPhotoLink = defineOperation({
  name: 'short_links.create_photo',
  summary: 'Upload a photo and get a short link to it',
  description:
    'Answers `shortUrl` to pass on. Use it for a picture that others should see; proof of counts belongs to screenshots. PNG, JPEG, WebP, GIF, AVIF or BMP of at most 40 MB: as base64 or data URL in the field image of a JSON body, as the file image of multipart/form-data, or as the body itself. What people see carries no location and no other metadata.',
  tier: 1,
  scope: 'svc.write.low_risk',
  http: {
    errorCodes: 'lower_case',
    method: 'POST',
    path: '/shorten/photos',
    status: 201,
    location: '/shorten/:id',
    accepts: {
      types: ['application/json', 'multipart/form-data', 'image/*'],
      fields: z.strictObject({ slug: Slug, ...photoLinkFields }),
    },
  },
  input: z.strictObject({}),
  output: ShortLink,
  run: async (_input, context) =>
    (await overHttp(context).forwardBody('shortener', '/dashboard/photos')) as z.input<typeof ShortLink>,
});
