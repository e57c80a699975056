import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { GetViewSeriesResponse, VideoSeries, ViewSeriesPoint } from '@svc/proto/viewcheck/v1/view_log_service';
import { type DealDirectory, describeVideos, unpackIds } from '../view-logs/deal-directory.js';
import { divideDays, type Interval } from './intervals.js';
import { findViewLogSpan, listSeries, type SeriesRow } from './view-series-repo.js';

/** Maximum videos with a separate line. */
const VIDEOS_MAX = 20;

/**
 * Returns the growth of views of a deal's videos, by days in the caller's time zone, from the view logs. Deal checks access and lists the videos. A
 * line has at most 366 points, for any number of view logs.
 */
export async function getViewSeries(
  db: Db,
  directory: DealDirectory,
  { preferences: { timeZone } }: UserPrincipal,
  dealId: string,
): Promise<GetViewSeriesResponse> {
  const videoIds = unpackIds((await directory.listVideoIds({ dealId })).videoIds);
  const { first, last } = await findViewLogSpan(db, dealId, videoIds);
  if (!first || !last) return { stepDays: 1, sum: [], videos: [], videoCount: 0 };
  const { stepDays, intervals } = divideDays(first, last, timeZone);
  const starts = intervals.map(({ startsAt }) => startsAt);
  const rows = await listSeries(db, dealId, videoIds, starts, VIDEOS_MAX);
  const lines = Map.groupBy(rows, ({ videoId }) => videoId);
  const sum = toPoints(lines.get(null) ?? [], intervals);
  lines.delete(null);
  const videos = await toVideoSeries(directory, lines, intervals);
  return { stepDays, sum, videos, videoCount: rows[0]?.videoCount ?? 0 };
}

async function toVideoSeries(
  directory: DealDirectory,
  lines: ReadonlyMap<string | null, readonly SeriesRow[]>,
  intervals: readonly Interval[],
): Promise<VideoSeries[]> {
  const described = await describeVideos(
    directory,
    [...lines.keys()].flatMap((videoId) => videoId ?? []),
  );
  return [...lines].flatMap(([videoId, rows]) => {
    const video = videoId === null ? undefined : described.get(videoId);
    if (!video) return [];
    const { title, videoUrl } = video;
    return [{ videoId: video.videoId, title, videoUrl, points: toPoints(rows, intervals) }];
  });
}

function toPoints(rows: readonly SeriesRow[], intervals: readonly Interval[]): ViewSeriesPoint[] {
  return rows.flatMap(({ bucket, value }) => {
    const date = intervals[bucket - 1]?.lastDay;
    return date === undefined ? [] : [{ date, value }];
  });
}
