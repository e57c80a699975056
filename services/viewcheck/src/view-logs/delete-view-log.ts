import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteViewLogRequest } from '@svc/proto/viewcheck/v1/view_log_service';
import { type DealDirectory, describeVideo } from './deal-directory.js';
import { announceChange } from './newest-view-log.js';
import { beginChange } from './newest-view-log-repo.js';
import { viewLogActivity } from './view-log-activity.js';
import { deleteViewLogRow, findViewLog, findViewLogForUpdate, type ViewLogRow } from './view-log-repo.js';

/** Returns a view log of an owned deal. Throws NOT_FOUND, or FORBIDDEN when the deal is shared with the caller. */
export async function findDeletable(
  db: Db,
  directory: DealDirectory,
  user: UserPrincipal,
  { dealId, viewLogId }: DeleteViewLogRequest,
): Promise<ViewLogRow> {
  const found = await findViewLog(db, dealId, viewLogId);
  if (!found) throw notFound('view log');
  if (found.ownerId === user.userId) return found;
  await describeVideo(directory, found.videoId);
  throw forbidden('Only the owner of the deal may delete a view log.');
}

/** Deletes a view log. Throws NOT_FOUND when it is gone, VERSION_CONFLICT. */
export async function deleteViewLog(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  { dealId, viewLogId, expectedVersion }: DeleteViewLogRequest,
  found: ViewLogRow,
): Promise<void> {
  const revision = await beginChange(tx, found);
  const stored = await findViewLogForUpdate(tx, dealId, viewLogId);
  if (!stored) throw notFound('view log');
  checkVersion(stored.version, expectedVersion);
  await deleteViewLogRow(tx, viewLogId);
  await announceChange(tx, outbox, found.videoId, revision, viewLogActivity(user, stored, stored, null));
}
