import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const linkScreenshot = defineOperation({
  name: 'screenshots.link',
  summary: 'Link a screenshot to a deal, and to a video of it',
  description:
    'Answers the screenshot. Use it when the picture was there before the deal or video was known. You need the right to edit the view checks of the deal. A link to another deal is replaced.',
  tier: 1,
  affects: ['deals', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  http: { method: 'POST', path: '/screenshots/:screenshotId/link', status: 200 },
  input: z.strictObject({ screenshotId: Id, dealId: Id, videoId: Id.nullable().optional() }),
  output: Screenshot,
  run: async (input, context) =>
    shownScreenshot(context, (await context.clients.screenshots.linkScreenshot(input)).screenshot),
});
