import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

const route = SCREENSHOT_ROUTES.image;

export const readScreenshotImage = defineOperation({
  ...route,
  summary: 'Read the image of a screenshot as it was sent or captured',
  description:
    'Answers the bytes of the picture. Whole, or one range of its bytes. Before there is an image the answer is 409 SCREENSHOT_NOT_UPLOADED.',
  tier: 0,
  http: { ...route.http, path: '/screenshots/:screenshotId/image' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
