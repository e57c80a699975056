import { PHOTO_ROUTES } from '@svc/image-routes/photo-routes';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

const route = PHOTO_ROUTES.image;

export const readShortLinkImage = defineOperation({
  ...route,
  summary: 'Read the image of a photo link',
  description:
    'Answers the bytes of the picture. For its owner and the teams that see the link, also while it is switched off. Counts no click.',
  tier: 0,
  http: { ...route.http, path: '/shorten/:linkId/image', errorCodes: 'lower_case' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
