import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Capture, shownCapture } from '../schemas/capture.js';

export const getCapture = defineOperation({
  name: 'screenshots.get_capture',
  summary: 'Read how far a capture is',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/screenshots/captures/:jobId' },
  input: z.strictObject({ jobId: Id }),
  output: Capture,
  run: async ({ jobId }, { clients }) =>
    shownCapture((await clients.captures.getCapture({ jobId, waitMs: 0 })).capture),
});
