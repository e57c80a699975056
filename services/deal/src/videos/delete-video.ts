import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteVideoRequest } from '@svc/proto/deal/v1/video_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { findDealForUpdate, updateDealTotals } from '../deals/deal-repo.js';
import { enqueueRemoval } from '../removal-messages/removal-messages.js';
import { deleteVideos, findVideo, type VideoWithDeal } from './video-repo.js';

/** Deletes a video, and notifies viewcheck to delete its view logs. Throws VERSION_CONFLICT. */
export async function deleteVideo(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { dealId, videoId, expectedVersion }: DeleteVideoRequest,
): Promise<void> {
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  const video = await findVideo(tx, dealId, videoId);
  if (!video) throw notFound('video');
  checkVersion(video.version, expectedVersion);
  await deleteVideosOfLockedDeals(tx, outbox, user, [
    { id: videoId, dealId, ownerId: deal.ownerId, dealName: deal.name },
  ]);
}

/** Deletes videos of locked deals that belong to the caller. */
export async function deleteVideosOfLockedDeals(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  videos: readonly VideoWithDeal[],
): Promise<void> {
  const videoIds = videos.map(({ id }) => id);
  await deleteVideos(tx, videoIds);
  await updateDealTotals(tx, [...new Set(videos.map(({ dealId }) => dealId))]);
  await enqueueRemoval(tx, outbox, { dealIds: [], videoIds });
  await recordActivities(
    tx,
    user,
    videos.map(({ dealId, ownerId, dealName }) => ({
      deal: { id: dealId, ownerId, name: dealName },
      action: 'video.deleted',
    })),
  );
}
