import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

const route = SCREENSHOT_ROUTES.thumbnail;

export const readScreenshotThumbnail = defineOperation({
  ...route,
  summary: 'Download a thumbnail of a screenshot',
  description:
    'Returns a small image, large enough to recognize the page. Use screenshots.image to read a count from it.',
  tier: 0,
  http: { ...route.http, path: '/screenshots/:screenshotId/thumbnail' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
