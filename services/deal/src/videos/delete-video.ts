import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DeleteVideoRequest } from '@svc/proto/deal/v1/video_service';
import { recordActivities } from '../activity/record-activities.js';
import { assertOwned } from '@svc/chassis/sharing/team-access';
import { findDealForUpdate, updateDealTotals } from '../deals/deal-repo.js';
import { enqueueRemoval } from '../removals/removals.js';
import { deleteVideo as deleteStoredVideo, findVideo } from './video-repo.js';

/** Removes a video from its deal, and tells viewcheck to remove the readings. Throws VERSION_CONFLICT. */
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
  await deleteStoredVideo(tx, videoId);
  await updateDealTotals(tx, [dealId]);
  await enqueueRemoval(tx, outbox, { dealIds: [], videoIds: [videoId] });
  await recordActivities(tx, user, [{ deal, action: 'video.deleted' }]);
}
