import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const getScreenshot = defineOperation({
  name: 'screenshots.get',
  summary: 'Read one screenshot',
  description:
    'Answers page, count, `grade`, the addresses of the picture and the short link, and the deal and video that it belongs to. Use it when you have the id, such as that of a view log.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/screenshots/:screenshotId' },
  input: z.strictObject({ screenshotId: Id }),
  output: Screenshot,
  run: async (input, context) =>
    shownScreenshot(context, (await context.clients.screenshots.getScreenshot(input)).screenshot),
});
