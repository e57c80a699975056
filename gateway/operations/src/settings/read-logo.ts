import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { overHttp } from '../operation-context.js';

export const readLogo = defineOperation({
  name: 'settings.logo',
  summary: 'Read the picture of your logo',
  description: 'At most 480 pixels on its longer side, without metadata. 404 without a logo.',
  tier: 0,
  http: { method: 'GET', path: '/settings/logo', fileTypes: ['image/webp'], ranges: true },
  input: z.strictObject({
    version: text(20).optional().describe('Changes nothing; browsers take another one for another picture.'),
  }),
  run: (_input, context) => overHttp(context).forwardFile('screenshot', '/logo'),
});
