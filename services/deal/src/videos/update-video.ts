import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UpdateVideoRequest } from '@svc/proto/deal/v1/video_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from '../deals/calendar-date.js';
import { findDealForUpdate } from '../deals/deal-repo.js';
import { readVideoAddress } from './read-video-address.js';
import type { VideoRow } from './video.js';
import { findVideoForUpdate, updateVideoRow, type VideoFields } from './video-repo.js';

const CHANGEABLE = ['url', 'postDate', 'title'] as const;

/**
 * Changes the fields in the mask. Equal values do not count as a change. View logs belong to the video that they were recorded for, so a video with
 * view logs, or whose first one is being recorded, keeps its identity: an address of another video is a CONFLICT. Only a short link may always be
 * replaced by the address that it resolves to. Throws VERSION_CONFLICT.
 */
export async function updateVideo(tx: Tx, user: UserPrincipal, request: UpdateVideoRequest): Promise<VideoRow> {
  const changes = readVideoChanges(request);
  const deal = await findDealForUpdate(tx, user, request.dealId);
  assertOwned('deal', user, deal);
  const found = await findVideoForUpdate(tx, deal.id, request.videoId);
  if (!found) throw notFound('video');
  const { isHeld, ...stored } = found;
  checkVersion(stored.version, request.expectedVersion);
  if (changes.canonicalKey !== undefined) assertSameVideo(stored, isHeld, changes.canonicalKey);

  const fields = { ...stored, ...changes };
  const changedFields = listChanges(stored, fields);
  if (changedFields.length === 0) return stored;
  const video = await updateVideoRow(tx, stored.id, fields);
  await recordActivities(tx, user, [{ deal, action: 'video.updated', changedFields }]);
  return video;
}

/** A new spelling of the address counts as a change, even if it leads to the same video. */
function listChanges(stored: VideoRow, fields: VideoFields): string[] {
  const isSameUrl = stored.originalUrl === fields.originalUrl && stored.url === fields.url;
  const hasChanged = {
    url: !isSameUrl,
    postDate: stored.postDate !== fields.postDate,
    title: stored.title !== fields.title,
  };
  return CHANGEABLE.filter((field) => hasChanged[field]);
}

function assertSameVideo(stored: VideoRow, isHeld: boolean, canonicalKey: string): void {
  if (canonicalKey === stored.canonicalKey || stored.needsResolution) return;
  if (stored.latestValue !== null) {
    throw appError(
      'CONFLICT',
      'The address leads to another video, and this one has view logs. Add the other video to the deal instead.',
    );
  }
  if (isHeld) {
    throw appError(
      'CONFLICT',
      'The address leads to another video, and a view log of this one is being recorded. Try again in two minutes.',
    );
  }
}

function readVideoChanges(request: UpdateVideoRequest): Partial<VideoFields> {
  const { url, ...changes } = readChanges(request, CHANGEABLE, ['url', 'postDate']);
  if (changes.postDate !== undefined) checkDate('postDate', changes.postDate);
  return url === undefined ? changes : { ...changes, ...readVideoAddress(url) };
}
