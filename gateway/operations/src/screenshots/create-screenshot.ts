import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

const route = SCREENSHOT_ROUTES.create;

export const createScreenshot = defineOperation({
  ...route,
  summary: 'Create a screenshot with its image',
  description:
    'Returns the screenshot with its `screenshotId`. Use it for an image you already have; to take one, use screenshots.capture. Takes PNG, JPEG, WebP, GIF, AVIF or BMP, over HTTP of at most 40 MB, as base64 or a data URL in `image`.',
  tier: 1,
  http: { ...route.http, path: '/screenshots', location: '/screenshots/:screenshotId' },
  output: Screenshot,
  run: async (input, context) => shownScreenshot(context, await overHttp(context).forwardBody(route, input)),
});
