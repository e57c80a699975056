import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import type { Screenshot as ScreenshotMessage } from '@svc/proto/screenshot/v1/screenshot_service';
import { z } from 'zod';
import type { SurfaceContext } from '../operation-context.js';
import { Access } from './deal.js';

export const ScreenshotStatus = z.enum(['pending', 'processing', 'uploaded', 'failed', 'expired', 'deleted']);

export const Grade = z.enum(['server_captured', 'extension_captured', 'uploaded']);

export const CaptureFailure = z
  .object({
    code: z.string().describe('Such as timeout, login_wall or blocked_target.'),
    message: z.string(),
    retryable: z.boolean().describe('Trying again may help.'),
  })
  .meta({ id: 'CaptureFailure' });

const DetectedViewsDetail = z.object({
  rawText: z.string().nullable().describe('Text that the count was read from.'),
  precision: z
    .enum(['exact', 'rounded'])
    .nullable()
    .describe('How the page gave the count; null for what a caller stated.'),
  metric: z.enum(['views', 'plays']).nullable(),
  source: z.string().nullable().describe('Where on the page it stood; operator for what a caller stated.'),
  conflict: z.boolean().describe('The page shows another count than its metadata.'),
  metadataViews: z.int().nullable().describe('What the metadata say, where that is something else.'),
  inCapture: z.boolean().nullable().describe('The count is in the picture.'),
  reason: z.string().nullable().describe('Why no count was found.'),
});

/** A screenshot as its caller may see it. */
export const Screenshot = z
  .object({
    screenshotId: Id,
    shortId: z.string(),
    status: ScreenshotStatus,
    pending: z.boolean().describe('Its image is still to come.'),
    uploaded: z.boolean().describe('It has an image.'),
    dealId: Id.nullable(),
    videoId: Id.nullable(),
    dealName: z
      .string()
      .nullable()
      .describe('Name of the deal, in screenshots.list and screenshots.get; null without a video that you may see.'),
    videoUrl: z.string().nullable().describe('Address of the video, where dealName is given.'),
    sourceUrl: z.string().nullable(),
    canonicalKey: z.string().nullable().describe('Identity of the video on the page.'),
    platform: z.string().nullable(),
    detectedViews: z.int().nullable(),
    detectedViewsDetail: DetectedViewsDetail.nullable(),
    grade: Grade.nullable().describe(
      'How it was made, as the server saw it; null while there is no image. extension_captured is of earlier versions: what a client sends is uploaded.',
    ),
    origin: z.enum(['upload', 'capture']),
    capturedAt: NullableTimestamp,
    image: z
      .object({
        contentType: z.string(),
        bytes: z.int().min(0),
        width: z.int().min(0),
        height: z.int().min(0),
        frames: z.int().min(0),
        sha256: z.string().describe('Of the stored original.'),
        warnings: z.array(z.string()),
      })
      .nullable(),
    capture: z
      .object({
        jobId: Id,
        finalUrl: z.string(),
        httpStatus: z.int(),
        title: z.string(),
        remoteAddress: z.string().nullable(),
        pageChanges: z.array(z.string()).describe('What was done to the page before the picture.'),
        durationMs: z.int(),
        browserVersion: z.string(),
      })
      .nullable(),
    previewUrl: z.string().nullable().describe('Path of a small picture, whole address in answers of tools.'),
    imageUrl: z.string().nullable().describe('Path of the image, whole address in answers of tools.'),
    shareUrl: z.string().nullable().describe('What its owner may pass on: the page of its short link.'),
    shortUrl: z.string().nullable().describe('Opens the picture without a sign-in; shown to the owner alone.'),
    directUrl: z.string().nullable().describe('The picture itself, without a sign-in; shown to the owner alone.'),
    note: z.string().nullable(),
    access: Access,
    failure: CaptureFailure.nullable(),
    expiresAt: NullableTimestamp.describe('Until when the image may come; null once it is there.'),
    ...stamps,
    degraded: z.array(z.string()).optional().describe('Parts that could not be had, such as short_links.'),
  })
  .meta({ id: 'Screenshot' });

/** Returns the path of a screenshot's image on the current surface. */
export function screenshotPath(
  { apiPath, pathOrigin = '' }: SurfaceContext,
  screenshotId: string,
  part: string,
): string {
  return `${pathOrigin}${apiPath}/screenshots/${screenshotId}/${part}`;
}

/** Maps a screenshot from the service, or its JSON, to the public API. */
export function shownScreenshot(context: SurfaceContext, screenshot: ScreenshotMessage | undefined | null) {
  if (!screenshot) return null;
  const { screenshotId, status, shortLink, degraded, ...rest } = screenshot;
  const hasImage = screenshot.image !== null && screenshot.image !== undefined;
  return {
    ...rest,
    screenshotId,
    status,
    pending: status === 'pending' || status === 'processing',
    uploaded: status === 'uploaded',
    previewUrl: hasImage ? screenshotPath(context, screenshotId, 'thumbnail') : null,
    imageUrl: hasImage ? screenshotPath(context, screenshotId, 'image') : null,
    shareUrl: shortLink?.shortUrl ?? null,
    shortUrl: shortLink?.shortUrl ?? null,
    directUrl: shortLink?.directUrl ?? null,
    ...(degraded.length > 0 ? { degraded } : {}),
  };
}
