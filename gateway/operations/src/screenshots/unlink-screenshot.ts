import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Screenshot, shownScreenshot } from '../schemas/screenshot.js';

export const unlinkScreenshot = defineOperation({
  name: 'screenshots.unlink',
  summary: 'Unlink a screenshot from its deal',
  description:
    'Returns the screenshot, which stays. Use it when it was linked to the wrong deal; to replace the link directly, use screenshots.link with the other deal.',
  tier: 1,
  affects: ['deals', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  holdsForeignText: true,
  http: { method: 'DELETE', path: '/screenshots/:screenshotId/link', status: 200 },
  input: z.strictObject({ screenshotId: Id }),
  output: Screenshot,
  run: async (input, context) =>
    shownScreenshot(context, (await context.clients.screenshots.unlinkScreenshot(input)).screenshot),
});
