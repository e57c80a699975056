import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

const route = SCREENSHOT_ROUTES.upload;

export const uploadScreenshot = defineOperation({
  ...route,
  summary: 'Upload the image of a reserved screenshot',
  description:
    'Returns the screenshot. Use it after screenshots.reserve. Takes the image as base64 or a data URL in `image`. Sending the same image again is fine; a different one is refused.',
  tier: 1,
  affects: ['deals', 'overview'],
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  http: { ...route.http, path: '/screenshots/:screenshotId/upload' },
  output: Screenshot,
  run: async (input, context) => shownScreenshot(context, await overHttp(context).forwardBody(route, input)),
});
