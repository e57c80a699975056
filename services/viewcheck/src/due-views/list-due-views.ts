import { pageOf } from '@svc/chassis/grpc/paging';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DescribedVideo, DueVideo } from '@svc/proto/deal/v1/reading_service';
import type { DueView, ListDueViewsRequest, ListDueViewsResponse } from '@svc/proto/viewcheck/v1/due_view_service';
import type { ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';
import { localDate } from '../view-logs/checked-at.js';
import type { DealDirectory } from '../view-logs/deal-directory.js';
import { listNewestViewLogs } from '../view-logs/view-log-repo.js';
import { toViewLogs } from '../view-logs/view-log.js';

/** Readings that are attached to a due check. */
const LOGS_MAX = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Due checks, oldest due first, in the caller's time zone. Deal pages them; readings are read for that page alone. */
export async function listDueViews(
  pool: Pool,
  directory: DealDirectory,
  { preferences }: UserPrincipal,
  request: ListDueViewsRequest,
): Promise<ListDueViewsResponse> {
  const { limit, offset } = pageOf(request);
  const today = localDate(new Date(), preferences.timeZone);
  const { dueVideos, totalSize } = await directory.listDueVideos({
    pageSize: limit,
    skip: offset,
    scope: request.scope,
    today,
  });
  const logs = request.includeLogs ? await newestLogs(pool, dueVideos) : new Map<string, ViewLog[]>();
  const dueViews = dueVideos.flatMap((due) => {
    const { video } = due;
    return video ? [toDueView(due, video, today, logs.get(video.videoId) ?? [])] : [];
  });
  return { dueViews, totalSize, degraded: [] };
}

async function newestLogs(pool: Pool, dueVideos: readonly DueVideo[]): Promise<Map<string, ViewLog[]>> {
  const videos = new Map(dueVideos.flatMap(({ video }) => (video ? [[video.videoId, video] as const] : [])));
  const rows = await listNewestViewLogs(pool, [...videos.keys()], LOGS_MAX);
  return Map.groupBy(toViewLogs(rows, videos), (log) => log.videoId);
}

function toDueView(due: DueVideo, video: DescribedVideo, today: string, logs: ViewLog[]): DueView {
  return {
    dealId: video.dealId,
    dealName: video.dealName,
    promoCode: video.promoCode,
    videoId: video.videoId,
    videoUrl: video.videoUrl,
    platform: video.platform,
    postDate: video.postDate,
    dueDate: due.dueDate,
    checkDay: due.checkDay,
    daysOverdue: (Date.parse(today) - Date.parse(due.dueDate)) / DAY_MS,
    lastValue: due.lastValue,
    lastCheckedAt: due.lastCheckedAt,
    access: video.access,
    logs,
    screenshots: [],
    screenshotCount: 0,
  };
}
