import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import {
  ViewLogServiceService,
  type UpdateViewLogRequest,
  type UpdateViewLogResponse,
} from '@svc/proto/viewcheck/v1/view_log_service';
import { parseCheckedAt } from './checked-at.js';
import { changedFields, insertCorrection } from './correction-repo.js';
import { describeVideo, requireEditableViews, type DealDirectory } from './deal-directory.js';
import { announceNewestReading, beginChange } from './newest-reading.js';
import { findViewLog, lockViewLog, updateViewLog, type CorrectableFields, type ViewLogRow } from './view-log-repo.js';
import { toViewLog } from './view-log.js';

/**
 * Corrects a reading and keeps what it corrects. A correction that changes nothing writes nothing. Throws NOT_FOUND, FORBIDDEN,
 * VERSION_CONFLICT, VALIDATION_ERROR.
 */
export async function correctViewLog(
  pool: Pool,
  outbox: Outbox,
  directory: DealDirectory,
  principal: UserPrincipal,
  request: UpdateViewLogRequest,
): Promise<UpdateViewLogResponse> {
  const { dealId, viewLogId, expectedVersion } = request;
  const found = await findViewLog(pool, dealId, viewLogId);
  if (!found) throw notFound('view log');
  const video = await describeVideo(directory, found.videoId);
  requireEditableViews(video);

  return runWrite(pool, ViewLogServiceService.updateViewLog, request, async (tx) => {
    const revision = await beginChange(tx, found);
    const before = await lockViewLog(tx, dealId, viewLogId);
    if (!before) throw notFound('view log');
    checkVersion(before.version, expectedVersion);
    const after = correctedFields(before, request, principal.preferences.timeZone);
    if (changedFields(before, after).length === 0) return { viewLog: toViewLog(before, video) };
    await insertCorrection(tx, { viewLogId, before, after, by: principal });
    const row = await updateViewLog(tx, viewLogId, after);
    await announceNewestReading(tx, outbox, found.videoId, revision);
    return { viewLog: toViewLog(row, video) };
  });
}

/** The fields after the correction: those in the mask as given, the others as they were. */
function correctedFields(before: ViewLogRow, request: UpdateViewLogRequest, timeZone: string): CorrectableFields {
  const mask = new Set(request.updateMask);
  const { value, checkedAt } = request;
  return {
    value: mask.has('value') && typeof value === 'number' ? value : before.value,
    checkedAt:
      mask.has('checked_at') && typeof checkedAt === 'string'
        ? parseCheckedAt(checkedAt, timeZone, new Date())
        : before.checkedAt,
    sourceUrl: mask.has('source_url') ? (request.sourceUrl ?? null) : before.sourceUrl,
    note: mask.has('note') ? (request.note ?? null) : before.note,
  };
}
