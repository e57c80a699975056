import { notFound } from '@svc/chassis/errors/app-error';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import {
  ViewLogServiceService,
  type AddViewLogRequest,
  type AddViewLogResponse,
} from '@svc/proto/viewcheck/v1/view_log_service';
import { parseCheckedAt } from './checked-at.js';
import { requireEditableViews, type DealDirectory } from './deal-directory.js';
import { announceNewestReading, beginChange } from './newest-reading.js';
import { insertViewLog } from './view-log-repo.js';
import { toViewLog } from './view-log.js';

/**
 * Records a reading. Deal is asked for access at this moment, so a share that has ended is refused. Throws NOT_FOUND for a hidden
 * deal or video, FORBIDDEN without the right to edit views, VALIDATION_ERROR for an impossible date.
 */
export async function addViewLog(
  pool: Pool,
  outbox: Outbox,
  directory: DealDirectory,
  principal: UserPrincipal,
  request: AddViewLogRequest,
): Promise<AddViewLogResponse> {
  const { dealId, videoId } = request;
  const { ownerId, video } = await directory.getVideoAccess({ dealId, videoId });
  if (!video) throw notFound('video');
  requireEditableViews(video);
  const now = new Date();
  const checkedAt =
    typeof request.checkedAt === 'string'
      ? parseCheckedAt(request.checkedAt, principal.preferences.timeZone, now)
      : now;

  return runWrite(pool, ViewLogServiceService.addViewLog, request, async (tx) => {
    const revision = await beginChange(tx, { videoId, dealId, ownerId });
    const row = await insertViewLog(tx, {
      ownerId,
      dealId,
      videoId,
      value: request.value,
      checkedAt,
      sourceUrl: request.sourceUrl ?? null,
      note: request.note ?? null,
      loggedById: principal.userId,
      loggedByName: principal.name,
      source: request.source,
    });
    await announceNewestReading(tx, outbox, videoId, revision);
    return { viewLog: toViewLog(row, video) };
  });
}
