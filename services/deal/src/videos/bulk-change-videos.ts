import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { changeInBulk, noSuchChange } from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { BulkChangeVideosRequest, BulkChangeVideosResponse } from '@svc/proto/deal/v1/video_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { lockSeenDealsOf } from '../deals/deal-repo.js';
import { deleteVideosOfLockedDeals } from './delete-video.js';
import { listSeenVideos, type VideoWithDeal } from './video-repo.js';

/** Deletes many videos, each by the rules for one. Throws `invalid_input` for a request that is invalid for every video. */
export async function bulkChangeVideos(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { ids: videoIds, kind }: BulkChangeVideosRequest,
): Promise<BulkChangeVideosResponse> {
  if (kind !== 'delete') throw noSuchChange(['delete']);
  return changeInBulk<VideoWithDeal>(tx, videoIds, {
    what: 'video',
    async lock(ids) {
      await lockSeenDealsOf(tx, user, 'deal_videos', ids);
      return listSeenVideos(tx, user, ids);
    },
    check: (video) => assertOwned('deal', user, video),
    apply: (videos) => deleteVideosOfLockedDeals(tx, outbox, user, videos),
  });
}
