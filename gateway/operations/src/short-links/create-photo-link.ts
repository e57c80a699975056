import { PHOTO_ROUTES } from '@svc/image-routes/photo-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { ShortLink } from '../schemas/short-link.js';

const route = PHOTO_ROUTES.create;

export const createPhotoLink = defineOperation({
  ...route,
  summary: 'Upload a photo and get a short link to it',
  description:
    'Returns `shortUrl` to share. Use it for a picture that others should see; proof of counts belongs in screenshots. Takes PNG, JPEG, WebP, GIF, AVIF or BMP, over HTTP of at most 40 MB, as base64 or a data URL in `image`. The public image contains no location or other metadata.',
  tier: 1,
  http: { ...route.http, path: '/shorten/photos', location: '/shorten/:id', errorCodes: 'lower_case' },
  output: ShortLink,
  run: (input, context) => overHttp(context).forwardBody(route, input),
});
