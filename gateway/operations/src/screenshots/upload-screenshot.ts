import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import { ForwardedScreenshot, Screenshot, shownScreenshot, statedFields } from '../schemas/screenshot.js';

export const uploadScreenshot = defineOperation({
  name: 'screenshots.upload',
  summary: 'Send the image of a reserved screenshot',
  description:
    'Answers the screenshot. Use it after screenshots.reserve. As base64 or data URL in the field image of a JSON body, or as the file image of multipart/form-data. The same image again is fine; another one is refused.',
  tier: 1,
  affects: ['deals', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  http: {
    method: 'POST',
    path: '/screenshots/:screenshotId/upload',
    status: 200,
    accepts: {
      types: ['application/json', 'multipart/form-data', 'image/*'],
      fields: z.strictObject({ filename: text(255).optional(), ...statedFields }).partial(),
    },
  },
  input: z.strictObject({ screenshotId: Id }),
  output: Screenshot,
  run: async ({ screenshotId }, context) => {
    const answer = await overHttp(context).forwardBody('screenshot', `/screenshots/${screenshotId}/upload`);
    return shownScreenshot(context, ForwardedScreenshot.parse(answer));
  },
});
