import { required } from '@svc/chassis/grpc/required';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Capture } from '../schemas/capture.js';

export const getCapture = defineOperation({
  name: 'screenshots.get_capture',
  summary: 'Get the status of a capture',
  description:
    'Returns `status`, the position in the queue, `screenshotId`, and in `failure` why there is no image. Use it after screenshots.capture has returned a job, every few seconds, until the status is `captured` or `failed`.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  holdsForeignText: false,
  http: { method: 'GET', path: '/screenshots/captures/:jobId' },
  input: z.strictObject({ jobId: Id }),
  output: Capture,
  run: async ({ jobId }, { clients }) =>
    required((await clients.captures.getCapture({ jobId, waitMs: 0 })).capture, 'capture'),
});
