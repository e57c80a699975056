import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { Pool } from '@svc/chassis/postgres/pool';
import { parseRange } from '@svc/chassis/time/calendar';
import type { FindViewLogTargetsResponse } from '@svc/proto/deal/v1/reading_service';
import type { ListViewLogsRequest, ListViewLogsResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import { type DealDirectory, unpackIds } from '../deal-directory.js';
import { describeRows } from '../describe-rows.js';
import type { Proofs } from '../proofs.js';
import { copyText } from '../reports/copy-text.js';
import { listViewLogs, type ViewLogFilter } from '../view-log-repo.js';

const NO_TARGETS: FindViewLogTargetsResponse = {
  sharedDealIds: Buffer.alloc(0),
  matchingDealIds: Buffer.alloc(0),
  matchingVideoIds: Buffer.alloc(0),
  brandDealIds: Buffer.alloc(0),
};

/**
 * Lists view logs of the deals that the caller may see, latest checked first, with the text for the sponsor. Requests from deal only what it alone
 * stores: which deals are shared, which are of a brand, which names match a search, and the names on the page.
 */
export async function searchViewLogs(
  pool: Pool,
  directory: DealDirectory,
  proofs: Proofs,
  user: UserPrincipal,
  request: ListViewLogsRequest,
): Promise<ListViewLogsResponse> {
  const page = pageOf(request);
  const filter = toFilter(request, user, await findTargets(directory, request));
  const { rows, total } = await listViewLogs(pool, filter, page);
  const { viewLogs, references } = await describeRows(directory, proofs, rows);
  return {
    viewLogs,
    totalSize: total,
    copyText: copyText(viewLogs, user.preferences.timeZone),
    degraded: references.degraded,
  };
}

async function findTargets(directory: DealDirectory, { scope, query, brand }: ListViewLogsRequest) {
  const isNeeded = scope === 'mine-and-shared' || typeof query === 'string' || typeof brand === 'string';
  return isNeeded ? directory.findViewLogTargets({ scope, query, brand }) : NO_TARGETS;
}

function toFilter(
  request: ListViewLogsRequest,
  { userId, preferences: { timeZone } }: UserPrincipal,
  targets: FindViewLogTargetsResponse,
): ViewLogFilter {
  const { query } = request;
  const range = parseRange(request, timeZone);
  return {
    ownerId: userId,
    sharedDealIds: unpackIds(targets.sharedDealIds),
    dealId: request.dealId ?? null,
    videoId: request.videoId ?? null,
    viewLogIds: typeof request.viewLogId === 'string' ? [request.viewLogId] : request.viewLogIds,
    brandDealIds: typeof request.brand === 'string' ? unpackIds(targets.brandDealIds) : null,
    ...range,
    search:
      typeof query === 'string'
        ? {
            text: query,
            dealIds: unpackIds(targets.matchingDealIds),
            videoIds: unpackIds(targets.matchingVideoIds),
          }
        : null,
  };
}
