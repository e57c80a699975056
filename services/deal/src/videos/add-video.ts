import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AddVideoRequest } from '@svc/proto/deal/v1/video_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { v7 as newId } from 'uuid';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from '../deals/calendar-date.js';
import { findDealForUpdate, updateDealTotals } from '../deals/deal-repo.js';
import { readVideoAddress } from './read-video-address.js';
import type { VideoRow } from './video.js';
import { videoAlreadyThere } from './video-conflicts.js';
import { findVideoId, insertVideos } from './video-repo.js';

/** Adds a video under its canonical address. Throws CONFLICT, with the id of the video, when the deal already has it. */
export async function addVideo(tx: Tx, user: UserPrincipal, request: AddVideoRequest): Promise<VideoRow> {
  const { dealId, postDate, title = null } = request;
  const address = readVideoAddress(request.url);
  checkDate('postDate', postDate);
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  const [video] = await insertVideos(tx, [{ ...address, id: newId(), dealId, title, postDate }]);
  if (!video) throw videoAlreadyThere(address.url, await findVideoId(tx, dealId, address.canonicalKey));
  await updateDealTotals(tx, [dealId]);
  await recordActivities(tx, user, [{ deal, action: 'video.added' }]);
  return video;
}
