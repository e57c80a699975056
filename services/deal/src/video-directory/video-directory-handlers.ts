import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { pageAfter } from '@svc/chassis/grpc/page-token';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DescribedVideo, VideoDirectoryService } from '@svc/proto/deal/v1/reading_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { checkDate } from '../deals/calendar-date.js';
import { accessOf } from '../visibility/access.js';
import { describeReport } from './describe-report.js';
import { findViewLogTargets } from './find-view-log-targets.js';
import {
  type DealWithVideo,
  type DescribedRow,
  findDealWithVideo,
  findVideoIds,
  holdAddress,
  listDescribedVideos,
  listDueVideos,
} from './video-directory-repo.js';

const DESCRIBED_MAX = 500;

/** Videos for other services: which the caller may see, which are due, and the deal of a report. */
export function videoDirectoryHandlers(pool: Pool): ServiceHandlers<typeof VideoDirectoryService> {
  return {
    getVideoAccess: async ({ dealId, videoId = null, forViewLog }, { user }) => {
      const found = await getDealWithVideo(pool, user, dealId, videoId);
      const access = accessOf('deal', user, found);
      const isHolding = forViewLog === true && found.video !== null && found.isChangeable && access.canEditViews;
      if (isHolding) await holdAddress(pool, found.video.videoId);
      const { ownerId, video } = isHolding ? await getDealWithVideo(pool, user, dealId, videoId) : found;
      return { ownerId, access, video: video && toDescribedVideo(user, video) };
    },
    describeVideos: async ({ videoIds }, { user }) => {
      if (videoIds.length > DESCRIBED_MAX)
        throw invalidInput('videoIds', `must have at most ${DESCRIBED_MAX} entries.`);
      const rows = await listDescribedVideos(pool, user, videoIds);
      return { videos: rows.map((row) => toDescribedVideo(user, row)) };
    },
    listVideoIds: async ({ dealId }, { user }) => {
      const videoIds = await findVideoIds(pool, user, dealId);
      if (!videoIds) throw notFound('deal');
      return { videoIds };
    },
    listDueVideos: async (request, { user }) => {
      const { scope, today } = request;
      checkDate('today', today);
      const { page, after } = pageAfter(request, 'after');
      const { rows, total } = await listDueVideos(pool, user, readScope(scope), today, page, after);
      return { dueVideos: rows.map((row) => ({ ...row, video: toDescribedVideo(user, row) })), totalSize: total };
    },
    findViewLogTargets: ({ scope, query = null, brand = null }, { user }) =>
      findViewLogTargets(pool, user, readScope(scope), { query, brand }),
    describeReport: (request, { user }) => describeReport(pool, user, request),
  };
}

/** Throws NOT_FOUND for a hidden deal, and for a video that is not in it. */
async function getDealWithVideo(
  pool: Pool,
  user: UserPrincipal,
  dealId: string,
  videoId: string | null,
): Promise<DealWithVideo> {
  const deal = await findDealWithVideo(pool, user, dealId, videoId);
  if (!deal) throw notFound('deal');
  if (videoId !== null && !deal.video) throw notFound('video');
  return deal;
}

function toDescribedVideo(user: UserPrincipal, row: DescribedRow): DescribedVideo {
  return { ...row, access: accessOf('deal', user, row) };
}
