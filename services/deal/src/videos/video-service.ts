import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { VideoServiceService as methods } from '@svc/proto/deal/v1/video_service';
import { findDeal } from '../deals/deal-repo.js';
import { addVideo } from './add-video.js';
import { deleteVideo } from './delete-video.js';
import { updateVideo } from './update-video.js';
import { listVideos } from './video-repo.js';

/** The videos of deals. */
export function videoService(pool: Pool, outbox: Outbox): ServiceHandlers<typeof methods> {
  return {
    addVideo: (request, { user }) =>
      runWrite(pool, methods.addVideo, request, async (tx) => ({ video: await addVideo(tx, user, request) })),
    listVideos: async (request, { user }) => {
      const page = pageOf(request);
      if (!(await findDeal(pool, user, request.dealId))) throw notFound('deal');
      const { rows, total } = await listVideos(pool, request.dealId, page);
      return { videos: rows, totalSize: total };
    },
    updateVideo: (request, { user }) =>
      runWrite(pool, methods.updateVideo, request, async (tx) => ({ video: await updateVideo(tx, user, request) })),
    deleteVideo: (request, { user }) =>
      runWrite(pool, methods.deleteVideo, request, async (tx) => {
        await deleteVideo(tx, outbox, user, request);
        return {};
      }),
  };
}
