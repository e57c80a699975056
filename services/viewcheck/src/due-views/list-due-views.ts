import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { Pool } from '@svc/chassis/postgres/pool';
import { addDays, daysBetween, localDay, parseMoment } from '@svc/chassis/time/calendar';
import type { DescribedVideo, DueVideo } from '@svc/proto/deal/v1/reading_service';
import type { DueView, ListDueViewsRequest, ListDueViewsResponse } from '@svc/proto/viewcheck/v1/due_view_service';
import type { ViewLog } from '@svc/proto/viewcheck/v1/view_log_service';
import type { DealDirectory } from '../view-logs/deal-directory.js';
import { listReferences, type Proofs, type References } from '../view-logs/proofs.js';
import { toViewLogs } from '../view-logs/view-log.js';
import { listNewestViewLogs } from '../view-logs/view-log-repo.js';

/** Maximum view logs attached to a due check. */
const LOGS_MAX = 5;
/** Maximum days from today. */
const DAYS_AHEAD_MAX = 366;

/**
 * Returns checks that are due, or will be by the given date, oldest due first, in the caller's time zone. Deal pages them; view logs are read for
 * that page only.
 */
export async function listDueViews(
  pool: Pool,
  directory: DealDirectory,
  proofs: Proofs,
  { preferences }: UserPrincipal,
  request: ListDueViewsRequest,
): Promise<ListDueViewsResponse> {
  const { limit, offset } = pageOf(request);
  const today = localDay(new Date(), preferences.timeZone);
  const { dueVideos, totalSize } = await directory.listDueVideos({
    pageSize: limit,
    skip: offset,
    scope: request.scope,
    today: lastDueDate(request, today),
    pageToken: request.pageToken ?? null,
  });
  const videos = new Map(dueVideos.flatMap(({ video }) => (video ? [[video.videoId, video] as const] : [])));
  const videoIds = [...videos.keys()];
  const rows = request.includeLogs ? await listNewestViewLogs(pool, videoIds, LOGS_MAX) : [];
  const screenshotIds = rows.map((row) => row.screenshotId);
  const references = await listReferences(proofs, screenshotIds, request.includeScreenshots ? videoIds : []);
  const logs = Map.groupBy(toViewLogs(rows, videos, references), (log) => log.videoId);
  const dueViews = dueVideos.flatMap(({ video, ...check }) =>
    video ? [toDueView(check, video, today, logs.get(video.videoId) ?? [], references)] : [],
  );
  return { dueViews, totalSize, degraded: references.degraded };
}

/** Returns the day by which checks count as due. Throws `invalid_input` for a day too far ahead. */
function lastDueDate({ until }: ListDueViewsRequest, today: string): string {
  if (typeof until !== 'string') return today;
  const moment = parseMoment('until', until);
  const last = addDays(today, DAYS_AHEAD_MAX);
  if (!('day' in moment) || moment.day > last) throw invalidInput('until', `must be a date no later than ${last}.`);
  return moment.day;
}

function toDueView(
  check: Omit<DueVideo, 'video'>,
  video: DescribedVideo,
  today: string,
  logs: ViewLog[],
  { byVideo }: References,
): DueView {
  const daysOverdue = Math.max(0, daysBetween(check.dueDate, today));
  const { screenshots = [], count = 0 } = byVideo.get(video.videoId) ?? {};
  return { ...video, ...check, videoTitle: video.title, daysOverdue, logs, screenshots, screenshotCount: count };
}
