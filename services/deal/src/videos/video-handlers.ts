import { notFound } from '@svc/chassis/errors/app-error';
import { nextPageToken, pageAfter } from '@svc/chassis/grpc/page-token';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { VideoService as methods } from '@svc/proto/deal/v1/video_service';
import { findDeal } from '../deals/deal-repo.js';
import { addVideo } from './add-video.js';
import { bulkChangeVideos } from './bulk-change-videos.js';
import { deleteVideo } from './delete-video.js';
import { listVideosOfDeals } from './list-videos-of-deals.js';
import { updateVideo } from './update-video.js';
import { listVideos } from './video-repo.js';

/** The videos of deals. */
export function videoHandlers(pool: Pool, write: Write, outbox: Outbox): ServiceHandlers<typeof methods> {
  return {
    addVideo: write(methods.addVideo, async (tx, request, { user }) => ({ video: await addVideo(tx, user, request) })),
    listVideos: async (request, { user }) => {
      const { page, after } = pageAfter(request);
      if (!(await findDeal(pool, user, request.dealId))) throw notFound('deal');
      const { rows, total } = await listVideos(pool, request.dealId, page, after);
      const next = nextPageToken(rows, page.limit, ({ createdAt, id }) => [createdAt, id]);
      return { videos: rows, totalSize: total, ...next };
    },
    listVideosOfDeals: (request, { user }) => listVideosOfDeals(pool, user, request),
    updateVideo: write(methods.updateVideo, async (tx, request, { user }) => ({
      video: await updateVideo(tx, user, request),
    })),
    bulkChangeVideos: write(methods.bulkChangeVideos, (tx, request, { user }) =>
      bulkChangeVideos(tx, outbox, user, request),
    ),
    deleteVideo: write(methods.deleteVideo, (tx, request, { user }) => deleteVideo(tx, outbox, user, request)),
  };
}
