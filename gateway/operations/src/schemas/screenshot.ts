import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import type { Screenshot as ScreenshotMessage } from '@svc/proto/screenshot/v1/screenshot_service';
import { z } from 'zod';
import type { SurfaceContext } from '../run/operation-context.js';
import { Access } from './deal.js';

export const ScreenshotStatus = z.enum(['pending', 'processing', 'uploaded', 'failed', 'expired', 'deleted']);

export const Grade = z.enum(['server_captured', 'extension_captured', 'uploaded']);

export const CaptureFailure = z
  .object({
    code: z.string().describe('For example timeout, login_wall or blocked_target.'),
    message: z.string(),
    retryable: z.boolean().describe('Whether trying again may help.'),
  })
  .meta({ id: 'CaptureFailure' });

const DetectedViewsDetail = z.object({
  rawText: z.string().nullable().describe('Text the count was read from.'),
  precision: z
    .enum(['exact', 'rounded'])
    .nullable()
    .describe('How precise the count on the page was; null for a stated count.'),
  metric: z.enum(['views', 'plays']).nullable(),
  source: z.string().nullable().describe('Where on the page it was found; operator for a stated count.'),
  conflict: z.boolean().describe('Whether the page shows a different count than its metadata.'),
  metadataViews: z.int().nullable().describe('Count in the metadata, if different.'),
  inCapture: z.boolean().nullable().describe('Whether the count is visible in the image.'),
  reason: z.string().nullable().describe('Why no count was found.'),
});

/** A screenshot as its caller may see it. */
export const Screenshot = z
  .object({
    screenshotId: Id,
    shortId: z.string(),
    status: ScreenshotStatus,
    pending: z.boolean().describe('Whether its image has not arrived yet.'),
    uploaded: z.boolean().describe('Whether it has an image.'),
    dealId: Id.nullable(),
    videoId: Id.nullable(),
    dealName: z
      .string()
      .nullable()
      .describe('Name of the deal, in screenshots.list and screenshots.get; null without a video you may see.'),
    videoUrl: z.string().nullable().describe('URL of the video, when dealName is set.'),
    videoTitle: z.string().nullable().describe('Title of the video, if known, when dealName is set.'),
    sourceUrl: z.string().nullable(),
    canonicalKey: z.string().nullable().describe('Canonical key of the video on the page.'),
    platform: z.string().nullable(),
    detectedViews: z.int().nullable(),
    detectedViewsDetail: DetectedViewsDetail.nullable(),
    grade: Grade.nullable().describe(
      'How it was made, determined by the server; null without an image. extension_captured comes from earlier versions: images from clients are uploaded.',
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
        sha256: z.string().describe('Hash of the stored original.'),
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
        pageChanges: z.array(z.string()).describe('Changes made to the page before the capture.'),
        durationMs: z.int(),
        browserVersion: z.string(),
      })
      .nullable(),
    previewUrl: z.string().nullable().describe('Path of a thumbnail; a full URL in tool results.'),
    imageUrl: z.string().nullable().describe('Path of the image; a full URL in tool results.'),
    shareUrl: z.string().nullable().describe('The page of its short link, for the owner to share.'),
    shortUrl: z.string().nullable().describe('Opens the image without sign-in; shown to the owner only.'),
    directUrl: z.string().nullable().describe('The image itself, without sign-in; shown to the owner only.'),
    note: z.string().nullable(),
    access: Access,
    failure: CaptureFailure.nullable(),
    expiresAt: NullableTimestamp.describe('Deadline for the image; null once it has arrived.'),
    ...stamps,
    degraded: z.array(z.string()).optional().describe('Unavailable parts, such as short_links.'),
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
