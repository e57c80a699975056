import { clearable, Id, stamps, text, Timestamp, WebUrl } from '@svc/chassis/schemas/scalars';
import type { ScreenshotReference as ReferenceMessage } from '@svc/proto/viewcheck/v1/view_log_service';
import { z } from 'zod';
import type { SurfaceContext } from '../run/operation-context.js';
import { Platform } from './deal.js';
import { ViewCount } from './scalars.js';
import { Grade, screenshotPath } from './screenshot.js';

/** A screenshot as proof of a view log or video. */
export const ScreenshotReference = z
  .union([
    z.object({
      screenshotId: Id,
      shortId: z.string(),
      shareUrl: z
        .string()
        .nullable()
        .describe('Link for the owner to share; null for others, and without a short link.'),
      previewUrl: z.string().nullable().describe('Path of a thumbnail; null without an image.'),
    }),
    z.object({
      screenshotId: z.null(),
      redacted: z.literal(true).describe('There is a screenshot that you may not see.'),
    }),
  ])
  .meta({ id: 'ScreenshotReference' });

/** Maps a screenshot reference to the public API; null without one. */
export function shownReference(context: SurfaceContext, reference: ReferenceMessage | null | undefined) {
  const { screenshotId, redacted, shortId, shareUrl, uploaded } = reference ?? {};
  if (redacted) return { screenshotId: null, redacted: true as const };
  if (typeof screenshotId !== 'string') return null;
  const previewUrl = uploaded ? screenshotPath(context, screenshotId, 'thumbnail') : null;
  return { screenshotId, shortId: shortId ?? '', shareUrl: shareUrl ?? null, previewUrl };
}

/** A view log with its screenshot, as its service returns it. */
interface ViewLogMessage {
  readonly screenshot?: ReferenceMessage | null | undefined;
  readonly evidence?: { readonly precision: string; readonly grade: string } | null | undefined;
}

/** Maps a view log to the public API. Every value has a stored precision, but only values detected on a page show it. */
export function shownViewLog<Log extends ViewLogMessage>(context: SurfaceContext, log: Log) {
  const { screenshot, evidence } = log;
  return {
    ...log,
    screenshot: shownReference(context, screenshot),
    evidence: evidence && { ...evidence, precision: evidence.grade === 'server_captured' ? evidence.precision : null },
  };
}

/** Output field with the missing parts of a list. */
export const degradedParts = {
  degraded: z.array(z.string()).optional().describe('Unavailable parts, such as screenshots.'),
};

export const ViewLog = z
  .object({
    id: Id,
    dealId: Id,
    dealName: z.string(),
    promoCode: z.string().nullable(),
    videoId: Id,
    videoTitle: z.string().nullable(),
    videoUrl: z.string(),
    platform: Platform,
    value: z.int(),
    checkedAt: Timestamp,
    sourceUrl: z.string().nullable(),
    note: z.string().nullable(),
    screenshot: ScreenshotReference.nullable().describe('The screenshot that proves it.'),
    loggedBy: z.object({ userId: Id, name: z.string() }),
    source: z.enum(['dashboard', 'extension', 'agent', 'import']),
    evidence: z.object({
      rawText: z.string().nullable(),
      precision: z
        .enum(['exact', 'rounded'])
        .nullable()
        .describe('How precise the value on the page was; null for a value not detected on a page.'),
      metric: z.enum(['views', 'plays']),
      grade: z
        .enum([...Grade.options, 'none'])
        .describe(
          'uploaded with an uploaded screenshot, whatever it shows; server_captured if the value was detected on the captured page of this video; otherwise none.',
        ),
      observedPromoAtSeconds: z.number().nullable(),
    }),
    editable: z.boolean(),
    deletable: z.boolean(),
    ...stamps,
  })
  .meta({ id: 'ViewLog' });

/** Format of the sponsor text. */
export const COPY_TEXT_FORMAT = 'viewcheck-extension-completed-copy-v1';

const Instant = text(40).optional();

/** Input range of check dates. */
export const checkedRange = {
  from: Instant.describe('Checked at or after: a date covers its whole day in your time zone.'),
  to: Instant.describe('Checked at or before: a date covers its whole day in your time zone.'),
};

/** Fields for recording and correcting a view log; the service, which knows the time zone, validates dates. */
export const viewLogFields = {
  value: ViewCount.max(Number.MAX_SAFE_INTEGER),
  checkedAt: z
    .string()
    .trim()
    .max(40)
    .describe('ISO date (the start of that day in your time zone) or date-time with offset.'),
  sourceUrl: WebUrl.nullable(),
  note: clearable(2_000),
};

/** Input field that names a screenshot as proof. */
export const ProofId = Id.describe('One of your screenshots, as proof of the view log; it is linked to the video.');
