import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

export const readScreenshotImage = defineOperation({
  name: 'screenshots.image',
  summary: 'Read the image of a screenshot as it was sent or captured',
  description:
    'Answers the bytes of the picture. Whole, or one range of its bytes. Before there is an image the answer is 409 SCREENSHOT_NOT_UPLOADED.',
  tier: 0,
  scope: 'svc.read',
  http: {
    method: 'GET',
    path: '/screenshots/:screenshotId/image',
    fileTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/bmp'],
    ranges: true,
  },
  input: z.strictObject({ screenshotId: Id }),
  run: ({ screenshotId }, context) => overHttp(context).forwardFile('screenshot', `/screenshots/${screenshotId}/image`),
});
