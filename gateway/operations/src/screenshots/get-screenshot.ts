import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const getScreenshot = defineOperation({
  name: 'screenshots.get',
  summary: 'Get one screenshot',
  description:
    'Returns the page, count, `grade`, image URLs, short link, and the deal and video it belongs to. Use it when you have the id, for example from a view log.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/screenshots/:screenshotId' },
  input: z.strictObject({ screenshotId: Id }),
  output: Screenshot,
  run: async (input, context) =>
    shownScreenshot(context, (await context.clients.screenshots.getScreenshot(input)).screenshot),
});
