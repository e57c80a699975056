import { type AccountPage, parseAccountUrl } from '@svc/video-pages/addresses/video-link';
import { shortText } from '../candidates/page-text.js';
import { keyOf } from '../candidates/video-address.js';
import { readCountText, statedCount } from '../candidates/view-count.js';
import type { Context } from '../context.js';
import type { Candidate, ViewCount } from '../schemas/candidate.js';
import type { ScreenshotRow } from '../schemas/prior-rows.js';
import { type NoWriteReason, VIEW_COUNT_SOURCES } from '../schemas/vocabulary.js';
import { screenshotTime } from './moments.js';

export interface ReadScreenshot {
  readonly index: number;
  readonly path: string;
  readonly screenshotId: string | null;
  /** Address for viewing it. */
  readonly link: string;
  readonly sourceUrl: string | null;
  /** The account whose page it shows. */
  readonly account: AccountPage | null;
  /** Its video; null when its source is unknown or not a video. */
  readonly key: string | null;
  readonly capturedAt: string | null;
  readonly createdAt: string | null;
  readonly order: number;
  readonly isUploaded: boolean;
  readonly grade: string | null;
  readonly count: ViewCount | null;
  readonly inCapture: boolean | null;
  /** The count in the page's metadata, if different. */
  readonly conflict: { readonly metadataViews: number | null } | null;
}

/** The screenshots for one row, and their problems. */
export interface RowScreenshots {
  readonly shown: ReadScreenshot | null;
  readonly evidenceClass: 'direct_capture' | 'review_only' | null;
  readonly reason: NoWriteReason | null;
  /** The video's existing screenshots, newest first. */
  readonly direct: readonly ReadScreenshot[];
}

const NOT_THERE: ReadonlySet<string> = new Set(['pending', 'processing', 'failed', 'expired', 'deleted']);

/** Reads screenshots in the product's format; skips those without id and share URL. */
export function readScreenshots(rows: readonly ScreenshotRow[], path: string, context: Context): ReadScreenshot[] {
  return rows.flatMap((row, index) => {
    const screenshot = readScreenshot(row, index, `${path}.${index}`, context);
    if (screenshot) return [screenshot];
    const message = 'The screenshot needs an id or a share URL.';
    context.warnings.add('screenshot_without_id', `${path}.${index}`, message);
    return [];
  });
}

function readScreenshot(row: ScreenshotRow, index: number, path: string, context: Context): ReadScreenshot | null {
  const screenshotId = shortText(row.screenshotId);
  const shareUrl = webUrl(row.shareUrl);
  if (screenshotId === null && shareUrl === null) return null;
  const times = { capturedAt: shortText(row.capturedAt), createdAt: shortText(row.createdAt) };
  const detail = row.detectedViewsDetail;
  return {
    index,
    path,
    screenshotId,
    link: shareUrl ?? `/api/screenshots/${encodeURIComponent(screenshotId ?? '')}/image`,
    sourceUrl: shortText(row.sourceUrl),
    account: row.sourceUrl ? parseAccountUrl(row.sourceUrl) : null,
    key: keyOf(row.sourceUrl, context),
    ...times,
    order: screenshotTime(times, context.timeZone)?.order ?? -Infinity,
    isUploaded: row.uploaded !== false && row.pending !== true && !NOT_THERE.has(row.status ?? ''),
    grade: shortText(row.grade),
    count: countIn(row, context),
    inCapture: detail?.inCapture ?? null,
    conflict: detail?.conflict ? { metadataViews: detail.metadataViews ?? null } : null,
  };
}

function webUrl(text: string | null | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Returns the count in a picture. A person's reading of it takes precedence over the page's count. */
function countIn(
  { viewCountText, detectedViews, detectedViewsDetail: detail }: ScreenshotRow,
  context: Context,
): ViewCount | null {
  if (viewCountText) return readCountText(viewCountText, 'image_text', context);
  if (detectedViews === null || detectedViews === undefined) return null;
  const source = VIEW_COUNT_SOURCES.find((known) => known === detail?.source) ?? 'operator';
  const stated = statedCount(detectedViews, source);
  const written = detail?.rawText ? readCountText(detail.rawText, source, context) : null;
  // Prefers the text, which shows how far a rounded number may be off.
  if (stated.value !== null && written?.value === stated.value) return written;
  return { ...stated, rawText: written?.rawText ?? stated.rawText };
}

/** Selects the screenshots of a candidate. Those that belong to no other row count if it is the only candidate. */
export function screenshotsOf(
  candidate: Candidate,
  ofVideo: readonly ReadScreenshot[],
  all: readonly ReadScreenshot[],
  { isOnlyRow, reviewedIds }: { readonly isOnlyRow: boolean; readonly reviewedIds: ReadonlySet<string> },
): RowScreenshots {
  const direct = ofVideo.toSorted(newestFirst);
  const there = direct.filter(({ isUploaded }) => isUploaded);
  const [newest] = there;
  if (newest) return { shown: newest, evidenceClass: 'direct_capture', reason: null, direct: there };
  const [waiting] = direct;
  if (waiting)
    return { shown: waiting, evidenceClass: 'direct_capture', reason: 'screenshot_not_uploaded', direct: [] };
  const [related] = all
    .filter((screenshot) => isOnlyRow || isRelated(screenshot, candidate, reviewedIds))
    .toSorted(newestFirst);
  if (related)
    return { shown: related, evidenceClass: 'review_only', reason: 'screenshot_source_mismatch', direct: [] };
  return { shown: null, evidenceClass: null, reason: 'missing_screenshot', direct: [] };
}

/** Whether a review of the video or its account's page names the screenshot. */
function isRelated(
  { screenshotId, account }: ReadScreenshot,
  { platform, accountHandle }: Candidate,
  reviewedIds: ReadonlySet<string>,
): boolean {
  if (screenshotId !== null && reviewedIds.has(screenshotId)) return true;
  return account !== null && account.platform === platform && account.handle === accountHandle;
}

function newestFirst(a: ReadScreenshot, b: ReadScreenshot): number {
  return a.order === b.order ? b.index - a.index : b.order - a.order;
}
