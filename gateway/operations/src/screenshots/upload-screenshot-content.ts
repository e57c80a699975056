import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { ForwardedScreenshot, Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const uploadScreenshotContent = defineOperation({
  name: 'screenshots.upload_content',
  summary: 'Send the bytes of the image of a reserved screenshot',
  description:
    'Answers the screenshot. Use it after screenshots.reserve. The body is the image itself. The same image again is fine; another one is refused.',
  tier: 1,
  affects: ['deals', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  http: {
    method: 'PUT',
    path: '/screenshots/:screenshotId/content',
    accepts: { types: ['image/*', 'application/octet-stream'], fields: z.strictObject({}) },
  },
  input: z.strictObject({ screenshotId: Id }),
  output: Screenshot,
  run: async ({ screenshotId }, context) => {
    const answer = await overHttp(context).forwardBody('screenshot', `/screenshots/${screenshotId}/content`, 'PUT');
    return shownScreenshot(context, ForwardedScreenshot.parse(answer));
  },
});
