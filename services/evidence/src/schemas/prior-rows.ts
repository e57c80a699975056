import { z } from 'zod';
import { AnyNumber, Flag, PageText, PastedUrl, ShortText } from './fields.js';
import { PRIOR_ROWS_MAX, RECENT_LOGS_MAX, VIDEOS_OF_DEAL_MAX } from './limits.js';

/** A view log in the output of `deals.view_logs`. */
const ViewLogRow = z
  .object({
    id: ShortText,
    dealId: ShortText,
    videoId: ShortText,
    videoUrl: PastedUrl,
    sourceUrl: PastedUrl,
    value: AnyNumber,
    checkedAt: ShortText,
    promoCode: ShortText,
    screenshot: z.object({ screenshotId: ShortText }).nullable().optional(),
  })
  .meta({ id: 'EvidenceViewLog' });

/** The newest view logs of a due view. */
const RecentLogs = z.array(ViewLogRow).max(RECENT_LOGS_MAX).nullable().optional();

/** A row of `deals.due_views`. */
export const DueViewRow = z.object({
  dealId: ShortText,
  videoId: ShortText,
  videoUrl: PastedUrl,
  postDate: ShortText,
  promoCode: ShortText,
  logs: RecentLogs,
});

/** A video of `deals.list_videos` or `deals.due_views`, or a deal with its videos from the result of an import. */
const ImportRow = z.object({
  id: ShortText,
  videoId: ShortText,
  dealId: ShortText,
  url: PastedUrl,
  videoUrl: PastedUrl,
  postDate: ShortText,
  promoCode: ShortText,
  logs: RecentLogs,
  videos: z
    .array(z.object({ videoId: ShortText, url: PastedUrl }))
    .max(VIDEOS_OF_DEAL_MAX)
    .nullable()
    .optional(),
});

/** A record in the output of the `screenshots` operations, with a person's reading of it. */
export const ScreenshotRow = z.object({
  screenshotId: ShortText,
  shareUrl: PastedUrl,
  sourceUrl: PastedUrl,
  capturedAt: ShortText,
  createdAt: ShortText,
  detectedViews: AnyNumber,
  detectedViewsDetail: z
    .object({
      rawText: PageText,
      precision: ShortText,
      metric: ShortText,
      source: ShortText,
      conflict: Flag,
      metadataViews: AnyNumber,
      inCapture: Flag,
      reason: ShortText,
    })
    .nullable()
    .optional(),
  grade: ShortText,
  status: ShortText,
  pending: Flag,
  uploaded: Flag,
  viewCountText: ShortText.describe('The count that a person reads in the picture.'),
  kind: ShortText.describe('video_page, profile_grid, search_results or unknown.'),
});

export const ViewLogRows = z.array(ViewLogRow).max(PRIOR_ROWS_MAX);
export const ImportRows = z.array(ImportRow).max(PRIOR_ROWS_MAX);

export type ViewLogRow = z.output<typeof ViewLogRow>;
export type DueViewRow = z.output<typeof DueViewRow>;
export type ImportRow = z.output<typeof ImportRow>;
export type ScreenshotRow = z.output<typeof ScreenshotRow>;
