import { nextPageToken, pageAfter } from '@svc/chassis/grpc/page-token';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ListDealViewLogsRequest, ListDealViewLogsResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import type { DealDirectory } from '../deal-directory.js';
import { describeRows } from '../describe-rows.js';
import type { Proofs, References } from '../proofs.js';
import { listDealViewLogs } from '../view-log-repo.js';
import { listProvenViewLogs, type ProvenViewLogs } from './proven-view-log-repo.js';

/** Maximum screenshots of the whole deal in a request, besides those of the page; screenshot accepts 1,000 in total. */
const PROVEN_MAX = 800;

/** Returns a page of one deal's view logs; the first page has the number of all with proof. Throws NOT_FOUND for a hidden deal. */
export async function searchDealViewLogs(
  db: Db,
  directory: DealDirectory,
  proofs: Proofs,
  request: ListDealViewLogsRequest,
): Promise<ListDealViewLogsResponse> {
  const { page, after } = pageAfter(request);
  await directory.getVideoAccess({ dealId: request.dealId, videoId: null });
  const { rows, total } = await listDealViewLogs(db, request.dealId, page, after);
  const isFirst = after === null && page.offset === 0;
  const listed = isFirst ? await listProvenViewLogs(db, request.dealId, PROVEN_MAX + 1) : [];
  const proven = isFirst && listed.length <= PROVEN_MAX ? listed : null;
  const ofDeal = (proven ?? []).map(({ screenshotId }) => screenshotId);
  const { viewLogs, references } = await describeRows(directory, proofs, rows, ofDeal);
  return {
    viewLogs,
    totalSize: total,
    degraded: references.degraded,
    provenSize: proven && countProven(proven, references),
    ...nextPageToken(rows, page.limit, ({ checkedAt, id }) => [checkedAt, id]),
  };
}

/** Deleted screenshots prove nothing; those that the caller may not see do. */
function countProven(proven: readonly ProvenViewLogs[], { byId, degraded }: References): number | null {
  if (degraded.length > 0) return null;
  return proven.reduce((sum, { screenshotId, count }) => sum + (byId.has(screenshotId) ? count : 0), 0);
}
