import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

const route = SCREENSHOT_ROUTES.image;

export const readScreenshotImage = defineOperation({
  ...route,
  summary: 'Download the original image of a screenshot',
  description:
    'Returns the bytes of the image, in full or one range. Returns 409 SCREENSHOT_NOT_UPLOADED when there is no image yet. Use it to read a count from the image.',
  tier: 0,
  http: { ...route.http, path: '/screenshots/:screenshotId/image' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
