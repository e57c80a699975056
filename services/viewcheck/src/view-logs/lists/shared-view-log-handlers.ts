import { singleFlight } from '@svc/chassis/concurrency/single-flight';
import { noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { nextPageToken, pageAfter } from '@svc/chassis/grpc/page-token';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PublicShareService } from '@svc/proto/deal/v1/external_share_service';
import type { SharedReadingService } from '@svc/proto/viewcheck/v1/view_log_service';
import { listNewestOfVideos, listVideoViewLogs } from '../view-log-repo.js';

/** View logs for visitors who opened an external share: deal returns the videos that their viewing pass shows. */
export function sharedViewLogHandlers(
  pool: Pool,
  shares: Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>,
): ServiceHandlers<typeof SharedReadingService> {
  // All visitors of a link share one read.
  const latestViewLogs = singleFlight((key) => {
    const { videoIds, limit } = JSON.parse(key) as { videoIds: string[]; limit: number };
    return listNewestOfVideos(pool, videoIds, limit);
  });
  return {
    listSharedReadings: async ({ token, viewingPass, latest, ...paging }) => {
      const { page, after } = pageAfter(paging);
      const { visibleFields, videos } = await shares.checkViewingPass({ token, viewingPass });
      if (!visibleFields.includes('readings')) throw noSuch('shared link');
      const urls = new Map(videos.map(({ videoId, url }) => [videoId, url]));
      const videoIds = [...urls.keys()];
      const isLatest = latest === true;
      const { rows, total } = await (isLatest
        ? latestViewLogs(JSON.stringify({ videoIds, limit: page.limit }))
        : listVideoViewLogs(pool, videoIds, page, after));
      const hasProofs = visibleFields.includes('screenshots');
      const viewLogs = rows.map(({ videoId, value, checkedAt, screenshotId }) => ({
        videoUrl: urls.get(videoId) ?? '',
        value,
        checkedAt,
        screenshotId: hasProofs ? screenshotId : null,
      }));
      const next = isLatest ? {} : nextPageToken(rows, page.limit, ({ checkedAt, id }) => [checkedAt, id]);
      return { readings: viewLogs, totalSize: total, ...next };
    },
  };
}
