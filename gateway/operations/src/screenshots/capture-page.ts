import { required } from '@svc/chassis/grpc/required';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { operationError } from '../run/error-codes.js';
import { Capture, captureFields } from '../schemas/capture.js';
import { Screenshot, screenshotPath, shownScreenshot } from '../schemas/screenshot.js';

/** Milliseconds to wait for a capture, leaving time to answer the call. */
const WAIT_MS = 15_000;

const Queued = Capture.extend({
  statusUrl: z.string().describe('Path to poll for the result; a full URL in tool results.'),
});

export const capturePage = defineOperation({
  name: 'screenshots.capture',
  summary: 'Capture a page with a browser, as a screenshot',
  description:
    'Use it to prove a count: `sourceUrl` is the URL of the video; read the count in the image or in `detectedViews`, then record it with deals.add_view_log and the `screenshotId`. Returns 201 with the screenshot, or 202 with the job when it takes longer than 15 seconds or `wait` is false. Login walls, error pages and captchas cannot be captured: they return 422 CAPTURE_FAILED.',
  tier: 1,
  scope: 'svc.write.low_risk',
  core: true,
  holdsForeignText: true,
  http: {
    method: 'POST',
    path: '/screenshots/capture',
    status: (output) => ('image' in output ? 201 : 202),
    statuses: [201, 202],
    location: '/screenshots/:screenshotId',
  },
  input: z
    .strictObject(captureFields)
    .refine(
      ({ selector, clip, fullPage }) => [selector, clip, fullPage].filter(Boolean).length <= 1,
      'Send at most one of selector, clip and fullPage.',
    ),
  output: z.union([Screenshot, Queued]),
  run: async ({ wait, viewport, ...input }, context) => {
    const { captures } = context.clients;
    const request = { ...input, viewportWidth: viewport.width, viewportHeight: viewport.height };
    const { jobId } = required((await captures.requestCapture(request)).capture, 'capture');
    const answer = await captures.getCapture({ jobId, waitMs: wait ? WAIT_MS : 0 });
    const capture = required(answer.capture, 'capture');
    const { screenshotId, failure } = capture;
    const screenshot = shownScreenshot(context, answer.screenshot);
    if (wait && screenshot) return screenshot;
    if (wait && failure) {
      const details = [
        { path: 'screenshotId', message: screenshotId },
        { path: 'failure.code', message: failure.code },
      ];
      const data = { screenshotId, failureCode: failure.code, retryable: failure.retryable };
      throw operationError('CAPTURE_FAILED', failure.message, { details, data });
    }
    return { ...capture, statusUrl: screenshotPath(context, 'captures', jobId) };
  },
});
