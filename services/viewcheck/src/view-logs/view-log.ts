import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import type { ScreenshotReference, ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';
import type { References } from './proofs.js';
import type { ViewLogRow } from './view-log-repo.js';

/** Adds the names that only deal stores, and the screenshot that proves it, to a view log. */
export function toViewLog(row: ViewLogRow, video: DescribedVideo, screenshot: ScreenshotReference | null): ViewLog {
  const { dealName, promoCode, title, videoUrl, platform, access } = video;
  return {
    ...row,
    dealName,
    promoCode,
    videoTitle: title,
    videoUrl,
    platform,
    screenshot,
    loggedBy: { userId: row.loggedById, name: row.loggedByName },
    evidence: row,
    editable: access?.canEditViews === true,
    deletable: access?.role === 'owner',
  };
}

/** Adds names to view logs, in the order of the rows; omits those of deleted or hidden videos. */
export function toViewLogs(
  rows: readonly ViewLogRow[],
  videos: ReadonlyMap<string, DescribedVideo>,
  { byId }: Pick<References, 'byId'>,
): ViewLog[] {
  return rows.flatMap((row) => {
    const video = videos.get(row.videoId);
    return video ? [toViewLog(row, video, byId.get(row.screenshotId ?? '') ?? null)] : [];
  });
}
