import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import { localDay } from '@svc/chassis/time/calendar';
import type { ListVideosOfDealsRequest, ListVideosOfDealsResponse } from '@svc/proto/deal/v1/video_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { checkDate } from '../deals/calendar-date.js';
import { accessOf } from '../visibility/access.js';
import { listVideosOfDeals as listRows, VIDEO_LIST } from './video-list-repo.js';

/** Lists videos of all deals that the caller sees, by default newest first; due dates use the caller's time zone. */
export async function listVideosOfDeals(
  db: Db,
  user: UserPrincipal,
  request: ListVideosOfDealsRequest,
): Promise<ListVideosOfDealsResponse> {
  const { platform = null, due = null, unresolved = null, query = null } = request;
  const { contactId = null, influencerId = null, dueOn = null } = request;
  if (dueOn !== null) checkDate('dueOn', dueOn);
  const chosen = { platform, due, dueOn, unresolved, query, contactId, influencerId };
  const filter = { scope: readScope(request.scope), ...chosen };
  const page = sortedPageOf(VIDEO_LIST, request, filter);
  const { rows, total, next } = await listRows(db, user, filter, localDay(new Date(), user.preferences.timeZone), page);
  const videos = rows.map((row) => ({ ...row, video: row, access: accessOf('deal', user, row) }));
  return { videos, totalSize: total, nextPageToken: next };
}
