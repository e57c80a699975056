import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { ShareToken } from '../schemas/external-share.js';

const route = SCREENSHOT_ROUTES.shared;

export const readSharedScreenshot = defineOperation({
  ...route,
  summary: 'Download a screenshot of an opened shared link',
  description: 'Needs the viewing pass that opening returns. Contains no location or other metadata.',
  tier: 0,
  http: { ...route.http, path: '/public/shares/:token/screenshots/:screenshotId', session: 'views' },
  input: route.input.omit({ viewingPass: true }).extend({ token: ShareToken }),
  run: (input, context) => {
    const http = overHttp(context);
    return http.forwardFile(route, { ...input, viewingPass: http.viewingPass ?? '' });
  },
});
