import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

export const readScreenshotThumbnail = defineOperation({
  name: 'screenshots.thumbnail',
  summary: 'Read a small picture of a screenshot',
  description:
    'Answers a small picture, which is enough to recognize the page. Use screenshots.image to read a count from it.',
  tier: 0,
  scope: 'svc.read',
  http: {
    method: 'GET',
    path: '/screenshots/:screenshotId/thumbnail',
    fileTypes: ['image/webp'],
    ranges: true,
  },
  input: z.strictObject({
    screenshotId: Id,
    size: z.enum(['160', '480', '1280']).default('480').describe('Pixels of its longer side at most.'),
  }),
  run: ({ screenshotId, size }, context) =>
    overHttp(context).forwardFile('screenshot', `/screenshots/${screenshotId}/thumbnail?size=${size}`),
});
