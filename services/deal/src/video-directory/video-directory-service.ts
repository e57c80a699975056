import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DescribedVideo, VideoDirectoryServiceService } from '@svc/proto/deal/v1/reading_service';
import { checkDate } from '../calendar-date.js';
import { accessOf } from '../visibility/access.js';
import { readScope } from '../visibility/sight.js';
import {
  findDealWithVideo,
  findViewLogTargets,
  listDescribedVideos,
  listDueVideos,
  type DescribedRow,
} from './video-directory-repo.js';

const DESCRIBED_MAX = 500;

/** Which videos the caller may see, and which are due. */
export function videoDirectoryService(pool: Pool): ServiceHandlers<typeof VideoDirectoryServiceService> {
  return {
    getVideoAccess: async ({ dealId, videoId = null }, { user }) => {
      const deal = await findDealWithVideo(pool, user, dealId, videoId);
      if (!deal) throw notFound('deal');
      const { ownerId, video } = deal;
      if (videoId !== null && !video) throw notFound('video');
      return { ownerId, access: accessOf('deal', user, deal), video: video && toDescribedVideo(user, video) };
    },
    describeVideos: async ({ videoIds }, { user }) => {
      if (videoIds.length > DESCRIBED_MAX) throw invalidInput('videoIds', `At most ${DESCRIBED_MAX} at once.`);
      const rows = await listDescribedVideos(pool, user, videoIds);
      return { videos: rows.map((row) => toDescribedVideo(user, row)) };
    },
    listDueVideos: async (request, { user }) => {
      const { scope, today } = request;
      checkDate('today', today);
      const { rows, total } = await listDueVideos(pool, user, readScope(scope), today, pageOf(request));
      return { dueVideos: rows.map((row) => ({ ...row, video: toDescribedVideo(user, row) })), totalSize: total };
    },
    findViewLogTargets: ({ scope, query = null }, { user }) => findViewLogTargets(pool, user, readScope(scope), query),
  };
}

function toDescribedVideo(user: UserPrincipal, row: DescribedRow): DescribedVideo {
  return { ...row, access: accessOf('deal', user, row) };
}
