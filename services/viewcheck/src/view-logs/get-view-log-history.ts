import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { Db } from '@svc/chassis/postgres/pool';
import type { GetViewLogHistoryRequest, GetViewLogHistoryResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import { listCorrections } from './correction-repo.js';
import { type DealDirectory, describeVideo } from './deal-directory.js';
import { listReferences, type Proofs } from './proofs.js';
import { type CorrectableFields, findViewLog } from './view-log-repo.js';

/** Returns the corrections of a view log, with the screenshots that the caller may see. Throws NOT_FOUND, VALIDATION_ERROR. */
export async function getViewLogHistory(
  db: Db,
  directory: DealDirectory,
  proofs: Proofs,
  request: GetViewLogHistoryRequest,
): Promise<GetViewLogHistoryResponse> {
  const page = pageOf(request);
  const row = await findViewLog(db, request.dealId, request.viewLogId);
  if (!row) throw notFound('view log');
  await describeVideo(directory, row.videoId);
  const { rows, total } = await listCorrections(db, row.id, page);
  const screenshotIds = rows.flatMap(({ before, after }) => [before.screenshotId, after.screenshotId]);
  const { byId, degraded } = await listReferences(proofs, screenshotIds);
  const shown = ({ screenshotId, ...values }: CorrectableFields) => ({
    ...values,
    screenshot: byId.get(screenshotId ?? '') ?? null,
  });
  const corrections = rows.map(({ before, after, ...correction }) => ({
    ...correction,
    before: shown(before),
    after: shown(after),
  }));
  return { corrections, totalSize: total, degraded };
}
