import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';
import {
  belongingFields,
  ForwardedScreenshot,
  Screenshot,
  shownScreenshot,
  statedFields,
} from '../schemas/screenshot.js';

export const createScreenshot = defineOperation({
  name: 'screenshots.create',
  summary: 'Keep a new screenshot with its image',
  description:
    'Answers the screenshot with its `screenshotId`. Use it for a picture that you have; to take one use screenshots.capture. PNG, JPEG, WebP, GIF, AVIF or BMP of at most 40 MB: as base64 or data URL in the field image of a JSON body, as the file image of multipart/form-data, or as the body itself.',
  tier: 1,
  scope: 'svc.write.low_risk',
  http: {
    method: 'POST',
    path: '/screenshots',
    status: 201,
    location: '/screenshots/:screenshotId',
    accepts: {
      types: ['application/json', 'multipart/form-data', 'image/*'],
      fields: z.strictObject({ filename: text(255).optional(), ...statedFields, ...belongingFields }).partial(),
    },
  },
  input: z.strictObject({}),
  output: Screenshot,
  run: async (_input, context) => {
    const answer = await overHttp(context).forwardBody('screenshot', '/screenshots');
    return shownScreenshot(context, ForwardedScreenshot.parse(answer));
  },
});
