import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const linkScreenshot = defineOperation({
  name: 'screenshots.link',
  summary: 'Link a screenshot to a deal and one of its videos',
  description:
    "Returns the screenshot. Use it when the screenshot existed before the deal or video was known. You need the right to edit the deal's view checks. Replaces a link to another deal.",
  tier: 1,
  affects: ['deals', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  holdsForeignText: true,
  http: { method: 'POST', path: '/screenshots/:screenshotId/link', status: 200 },
  input: z.strictObject({ screenshotId: Id, dealId: Id, videoId: Id.nullable().optional() }),
  output: Screenshot,
  run: async (input, context) =>
    shownScreenshot(context, (await context.clients.screenshots.linkScreenshot(input)).screenshot),
});
