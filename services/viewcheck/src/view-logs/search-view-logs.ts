import { pageOf } from '@svc/chassis/grpc/paging';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { FindViewLogTargetsResponse } from '@svc/proto/deal/v1/reading_service';
import type { ListViewLogsRequest, ListViewLogsResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import { stringify as toUuid } from 'uuid';
import { parseRangeEnd, parseRangeStart } from './checked-at.js';
import { copyText } from './copy-text.js';
import { describeVideos, type DealDirectory } from './deal-directory.js';
import { listViewLogs, type ViewLogFilter } from './view-log-repo.js';
import { toViewLogs } from './view-log.js';

const NO_TARGETS: FindViewLogTargetsResponse = {
  sharedDealIds: Buffer.alloc(0),
  matchingDealIds: Buffer.alloc(0),
  matchingVideoIds: Buffer.alloc(0),
};

/**
 * Readings of the deals that the caller may see, latest checked first, with the text for the sponsor. Deal is asked only for what
 * it alone knows: which deals are shared and which names match a search, and the names of the page.
 */
export async function searchViewLogs(
  pool: Pool,
  directory: DealDirectory,
  principal: UserPrincipal,
  request: ListViewLogsRequest,
): Promise<ListViewLogsResponse> {
  const { limit, offset } = pageOf(request);
  const filter = toFilter(request, principal, await findTargets(directory, request));
  const { rows, total } = await listViewLogs(pool, filter, limit, offset);
  const videos = await describeVideos(
    directory,
    rows.map((row) => row.videoId),
  );
  const viewLogs = toViewLogs(rows, videos);
  const copyRows = viewLogs.map((log) => ({
    dealId: log.dealId,
    dealName: log.dealName,
    promoCode: log.promoCode ?? null,
    videoUrl: log.videoUrl,
    value: log.value,
    checkedAt: log.checkedAt ?? new Date(0),
    shareUrl: log.screenshot?.shareUrl ?? null,
  }));
  return { viewLogs, totalSize: total, copyText: copyText(copyRows, principal.preferences.timeZone) };
}

async function findTargets(directory: DealDirectory, { scope, query }: ListViewLogsRequest) {
  const isNeeded = scope === 'mine-and-shared' || typeof query === 'string';
  return isNeeded ? directory.findViewLogTargets({ scope, query }) : NO_TARGETS;
}

function toFilter(
  request: ListViewLogsRequest,
  { userId, preferences: { timeZone } }: UserPrincipal,
  targets: FindViewLogTargetsResponse,
): ViewLogFilter {
  const { from, to, query } = request;
  return {
    ownerId: userId,
    sharedDealIds: unpackIds(targets.sharedDealIds),
    dealId: request.dealId ?? null,
    videoId: request.videoId ?? null,
    viewLogId: request.viewLogId ?? null,
    from: typeof from === 'string' ? parseRangeStart(from, timeZone, 'from').from : null,
    before: typeof to === 'string' ? parseRangeEnd(to, timeZone, 'to').before : null,
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

/** Ids travel as 16 bytes each, one after the other. */
function unpackIds(packed: Uint8Array): string[] {
  return Array.from({ length: packed.length / 16 }, (_, index) => toUuid(packed, index * 16));
}
