import { z } from 'zod';
import { Platform } from './deal.js';
import { Id, text, Timestamp, ViewCount, WebUrl } from './scalars.js';

export const ScreenshotReference = z
  .object({
    screenshotId: Id.nullable(),
    shortId: z.string().nullable(),
    shareUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
  })
  .meta({ id: 'ScreenshotReference' });

export const ViewLog = z
  .object({
    id: Id,
    dealId: Id,
    dealName: z.string(),
    promoCode: z.string().nullable(),
    videoId: Id,
    videoUrl: z.string(),
    platform: Platform,
    value: z.int(),
    checkedAt: Timestamp,
    sourceUrl: z.string().nullable(),
    note: z.string().nullable(),
    screenshot: ScreenshotReference.nullable(),
    loggedBy: z.object({ userId: Id, name: z.string() }),
    source: z.enum(['dashboard', 'extension', 'agent', 'import']),
    evidence: z.object({
      rawText: z.string().nullable(),
      precision: z.enum(['exact', 'rounded']),
      metric: z.enum(['views', 'plays']),
      grade: z.enum(['server_captured', 'extension_captured', 'uploaded', 'none']),
      observedPromoAtSeconds: z.number().nullable(),
    }),
    editable: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'ViewLog' });

/** The fields that a reading is recorded and corrected with; dates are checked by the service, which knows the time zone. */
export const readingFields = {
  value: ViewCount.max(Number.MAX_SAFE_INTEGER),
  checkedAt: z
    .string()
    .trim()
    .max(40)
    .describe('ISO date (the start of that day in your time zone) or date-time with offset.'),
  sourceUrl: WebUrl.nullable(),
  note: text(2_000).nullable(),
};
