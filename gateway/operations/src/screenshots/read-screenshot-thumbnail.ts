import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

const route = SCREENSHOT_ROUTES.thumbnail;

export const readScreenshotThumbnail = defineOperation({
  ...route,
  summary: 'Read a small picture of a screenshot',
  description:
    'Answers a small picture, which is enough to recognize the page. Use screenshots.image to read a count from it.',
  tier: 0,
  http: { ...route.http, path: '/screenshots/:screenshotId/thumbnail' },
  run: (input, context) => overHttp(context).forwardFile(route, input),
});
