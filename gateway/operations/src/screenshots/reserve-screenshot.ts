import { belongingFields, statedFields } from '@svc/image-routes/screenshot-routes';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Screenshot, screenshotPath, shownScreenshot } from '../schemas/screenshot.js';

export const reserveScreenshot = defineOperation({
  name: 'screenshots.reserve',
  summary: 'Reserve a screenshot and get the upload URL for its image',
  description:
    'Returns `screenshotId` and `uploadUrl`. Use it for an image that is too large for a message or that another program sends. Send the image to uploadUrl within 24 hours, with POST: as raw bytes with its own Content-Type, a form or JSON.',
  tier: 1,
  scope: 'svc.write.low_risk',
  holdsForeignText: true,
  http: { method: 'POST', path: '/screenshots/reserve', status: 201, location: '/screenshots/:screenshotId' },
  input: z.strictObject({ sourceUrl: statedFields.sourceUrl.optional(), ...belongingFields }),
  output: Screenshot.extend({
    uploadUrl: z.string().describe('Path to send the image to; a full URL in tool results.'),
  }),
  run: async (input, context) => {
    const { screenshot } = await context.clients.screenshots.reserveScreenshot(input);
    const shown = shownScreenshot(context, screenshot);
    return shown && { ...shown, uploadUrl: screenshotPath(context, shown.screenshotId, 'upload') };
  },
});
