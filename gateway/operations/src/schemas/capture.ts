import { Clip } from '@svc/chassis/schemas/clip';
import { clearable, Id, WebUrl } from '@svc/chassis/schemas/scalars';
import { belongingFields } from '@svc/image-routes/screenshot-routes';
import { z } from 'zod';
import { CaptureFailure } from './screenshot.js';
import { Locale, TimeZone } from './settings.js';

/** State of a capture. */
export const Capture = z
  .object({
    jobId: Id,
    screenshotId: Id,
    status: z.enum(['queued', 'running', 'captured', 'failed']),
    position: z.int().nullable().describe('Number of captures ahead of it, while queued.'),
    failure: CaptureFailure.nullable(),
  })
  .meta({ id: 'Capture' });

const Selector = clearable(512).optional();

/** What to capture, and how. The service validates the target and the selectors. */
export const captureFields = {
  sourceUrl: WebUrl.describe("The page to prove; a video's URL is stored in its canonical form."),
  captureUrl: WebUrl.nullable()
    .optional()
    .describe('The page to open instead: the same video, or the same URL with another query.'),
  screenshotId: Id.nullable()
    .optional()
    .describe('An existing screenshot of yours, without an image, to store this one in.'),
  selector: Selector.describe('CSS selector of the element to capture.'),
  waitForSelector: Selector.describe('CSS selector of an element to wait for first.'),
  clip: Clip.nullable().optional().describe('The region to capture; not with selector or fullPage.'),
  fullPage: z.boolean().default(false).describe('The whole page, down to 16384 pixels; not with selector or clip.'),
  viewport: z
    .strictObject({ width: z.int().min(320).max(2_560), height: z.int().min(320).max(4_096) })
    .default({ width: 1_280, height: 1_600 }),
  device: z.enum(['desktop', 'mobile']).default('desktop').describe('mobile is a phone of 412 by 915 pixels.'),
  locale: Locale.default('en-US'),
  timezone: TimeZone.default('UTC'),
  format: z.enum(['png', 'jpeg']).default('png'),
  quality: z.int().min(40).max(100).nullable().optional().describe('JPEG quality; 85 by default.'),
  consent: z
    .enum(['reject', 'hide', 'leave'])
    .default('reject')
    .describe('How to handle consent banners. They are never accepted.'),
  delayMs: z.int().min(0).max(5_000).default(800).describe('Milliseconds to wait once the page is ready.'),
  dealId: belongingFields.dealId,
  videoId: belongingFields.videoId,
  createShortLink: belongingFields.createShortLink,
  wait: z
    .boolean()
    .default(true)
    .describe('Wait up to 15 seconds for the screenshot and then return the job; false returns the job immediately.'),
};
