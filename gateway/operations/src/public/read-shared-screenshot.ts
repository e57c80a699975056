import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { ShareToken } from '../schemas/external-share.js';

export const readSharedScreenshot = defineOperation({
  name: 'public.shared_screenshot',
  summary: 'Read the picture of a screenshot of an opened link',
  description: 'Needs the viewing pass that opening gives. Carries no location and no other metadata.',
  access: 'public',
  tier: 0,
  http: {
    method: 'GET',
    path: '/public/shares/:token/screenshots/:screenshotId',
    fileTypes: ['image/webp'],
    ranges: true,
    session: 'views',
  },
  input: z.strictObject({
    token: ShareToken,
    screenshotId: Id,
    size: z.enum(['160', '480', '1280', 'display']).default('display').describe('Pixels of its longer side at most.'),
  }),
  run: ({ token, screenshotId, size }, context) => {
    const http = overHttp(context);
    const query = new URLSearchParams({ size, viewingPass: http.viewingPass ?? '' });
    const path = `/public/shares/${encodeURIComponent(token)}/screenshots/${screenshotId}`;
    return http.forwardFile('screenshot', `${path}?${query.toString()}`);
  },
});
