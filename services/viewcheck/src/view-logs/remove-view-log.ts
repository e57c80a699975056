import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import { ViewLogServiceService, type DeleteViewLogRequest } from '@svc/proto/viewcheck/v1/view_log_service';
import { describeVideo, type DealDirectory } from './deal-directory.js';
import { announceNewestReading, beginChange } from './newest-reading.js';
import { deleteViewLog, findViewLog, lockViewLog } from './view-log-repo.js';

/** Deletes a reading of an owned deal. Throws NOT_FOUND, FORBIDDEN for those it is shared with, VERSION_CONFLICT. */
export async function removeViewLog(
  pool: Pool,
  outbox: Outbox,
  directory: DealDirectory,
  principal: UserPrincipal,
  request: DeleteViewLogRequest,
): Promise<void> {
  const { dealId, viewLogId, expectedVersion } = request;
  const found = await findViewLog(pool, dealId, viewLogId);
  if (!found) throw notFound('view log');
  if (found.ownerId !== principal.userId) {
    await describeVideo(directory, found.videoId);
    throw forbidden('Only the owner of the deal may delete a view log.');
  }
  await runWrite(pool, ViewLogServiceService.deleteViewLog, request, async (tx) => {
    const revision = await beginChange(tx, found);
    const stored = await lockViewLog(tx, dealId, viewLogId);
    if (!stored) throw notFound('view log');
    checkVersion(stored.version, expectedVersion);
    await deleteViewLog(tx, viewLogId);
    await announceNewestReading(tx, outbox, found.videoId, revision);
    return {};
  });
}
