import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { addViewLog } from './add-view-log.js';
import { listCorrections } from './correction-repo.js';
import { describeVideo, describeVideos, type DealDirectory } from './deal-directory.js';
import { removeViewLog } from './remove-view-log.js';
import { searchViewLogs } from './search-view-logs.js';
import { correctViewLog } from './update-view-log.js';
import { findViewLog, listDealViewLogs } from './view-log-repo.js';
import { toViewLogs } from './view-log.js';

/** The ledger of readings. */
export function viewLogService(
  pool: Pool,
  outbox: Outbox,
  directory: DealDirectory,
): ServiceHandlers<typeof ViewLogServiceService> {
  return {
    addViewLog: (request, { user }) => addViewLog(pool, outbox, directory, user, request),
    updateViewLog: (request, { user }) => correctViewLog(pool, outbox, directory, user, request),
    deleteViewLog: async (request, { user }) => {
      await removeViewLog(pool, outbox, directory, user, request);
      return {};
    },
    listViewLogs: (request, { user }) => searchViewLogs(pool, directory, user, request),
    listDealViewLogs: async (request) => {
      const { limit, offset } = pageOf(request);
      await directory.getVideoAccess({ dealId: request.dealId, videoId: null });
      const { rows, total } = await listDealViewLogs(pool, request.dealId, limit, offset);
      const videoIds = rows.map((row) => row.videoId);
      return { viewLogs: toViewLogs(rows, await describeVideos(directory, videoIds)), totalSize: total };
    },
    getViewLogHistory: async (request) => {
      const { limit, offset } = pageOf(request);
      const row = await findViewLog(pool, request.dealId, request.viewLogId);
      if (!row) throw notFound('view log');
      await describeVideo(directory, row.videoId);
      const { corrections, total } = await listCorrections(pool, row.id, limit, offset);
      return { corrections, totalSize: total };
    },
  };
}
