import { PHOTO_ROUTES } from '@svc/image-routes/photo-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

const route = PHOTO_ROUTES.image;

export const readShortLinkImage = defineOperation({
  ...route,
  summary: 'Download the image of a photo link',
  description:
    'Returns the bytes of the image, for its owner and the teams that see the link, even while it is disabled. Does not count a click. Use it to show the image.',
  tier: 0,
  http: { ...route.http, path: '/shorten/:linkId/image', errorCodes: 'lower_case' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
