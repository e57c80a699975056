import { notFound } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { PublicShareServiceService } from '@svc/proto/deal/v1/external_share_service';
import type { SharedReadingServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { listVideoReadings } from './view-log-repo.js';

/** Readings for people who opened an external share: deal says which videos their viewing pass shows. */
export function sharedReadingService(
  pool: Pool,
  shares: Pick<PromiseClient<typeof PublicShareServiceService>, 'checkViewingPass'>,
): ServiceHandlers<typeof SharedReadingServiceService> {
  return {
    listSharedReadings: async ({ token, viewingPass, ...paging }) => {
      const page = pageOf(paging);
      const { visibleFields, videos } = await shares.checkViewingPass({ token, viewingPass });
      if (!visibleFields.includes('readings')) throw notFound('share');
      const urls = new Map(videos.map(({ videoId, url }) => [videoId, url]));
      const { rows, total } = await listVideoReadings(pool, [...urls.keys()], page.limit, page.offset);
      const readings = rows.map(({ videoId, value, checkedAt }) => ({
        videoUrl: urls.get(videoId) ?? '',
        value,
        checkedAt,
      }));
      return { readings, totalSize: total };
    },
  };
}
