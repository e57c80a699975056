import type { ScreenshotReference, ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import type { ViewLogRow } from './view-log-repo.js';

/** Screenshots have no service yet, so no reading has one. */
const NO_SCREENSHOT: ScreenshotReference | null = null;

/** A reading together with the names that only deal knows. */
export function toViewLog(row: ViewLogRow, video: DescribedVideo): ViewLog {
  return {
    id: row.id,
    dealId: row.dealId,
    dealName: video.dealName,
    promoCode: video.promoCode,
    videoId: row.videoId,
    videoUrl: video.videoUrl,
    platform: video.platform,
    value: row.value,
    checkedAt: row.checkedAt,
    sourceUrl: row.sourceUrl,
    note: row.note,
    screenshot: NO_SCREENSHOT,
    loggedBy: { userId: row.loggedById, name: row.loggedByName },
    source: row.source,
    evidence: {
      rawText: row.rawText,
      precision: row.precision,
      metric: row.metric,
      grade: row.grade,
      observedPromoAtSeconds: row.observedPromoAtSeconds,
    },
    editable: video.access?.canEditViews === true,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

/** Readings with their names, in the order of the rows; those of videos that are gone or hidden are left out. */
export function toViewLogs(rows: readonly ViewLogRow[], videos: ReadonlyMap<string, DescribedVideo>): ViewLog[] {
  return rows.flatMap((row) => {
    const video = videos.get(row.videoId);
    return video ? [toViewLog(row, video)] : [];
  });
}
