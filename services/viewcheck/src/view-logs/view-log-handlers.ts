import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ViewLogService as methods } from '@svc/proto/viewcheck/v1/view_log_service';
import { getViewGains } from '../view-gains/get-view-gains.js';
import { getViewSeries } from '../view-series/get-view-series.js';
import { addViewLog, findRecordable } from './add-view-log.js';
import type { DealDirectory } from './deal-directory.js';
import { deleteViewLog, findDeletable } from './delete-view-log.js';
import { getViewLogHistory } from './get-view-log-history.js';
import { searchDealViewLogs } from './lists/search-deal-view-logs.js';
import { searchViewLogs } from './lists/search-view-logs.js';
import type { Proofs } from './proofs.js';
import { getReport } from './reports/get-report.js';
import { correctionOf, correctViewLog, findCorrectable } from './update-view-log.js';

export interface ViewLogDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  readonly directory: DealDirectory;
  readonly proofs: Proofs;
}

/** View logs. Before the transaction of a change begins, deal checks whether the caller may make it. */
export function viewLogHandlers({
  pool,
  write,
  outbox,
  directory,
  proofs,
}: ViewLogDependencies): ServiceHandlers<typeof methods> {
  return {
    addViewLog: write(methods.addViewLog, {
      before: (request, { user }) => findRecordable(pool, directory, proofs, user, request),
      work: async (tx, request, { user }, found) => ({ viewLog: await addViewLog(tx, outbox, user, request, found) }),
    }),
    updateViewLog: write(methods.updateViewLog, {
      before: (request, { user }) => findCorrectable(pool, directory, proofs, user, request),
      work: async (tx, request, { user }, found) => ({
        viewLog: await correctViewLog(tx, outbox, user, request, found),
      }),
    }),
    replaceViewLogScreenshot: write(methods.replaceViewLogScreenshot, {
      before: (request, { user }) => findCorrectable(pool, directory, proofs, user, correctionOf(request)),
      work: async (tx, request, { user }, found) => ({
        viewLog: await correctViewLog(tx, outbox, user, correctionOf(request), found),
      }),
    }),
    deleteViewLog: write(methods.deleteViewLog, {
      before: (request, { user }) => findDeletable(pool, directory, user, request),
      work: (tx, request, { user }, found) => deleteViewLog(tx, outbox, user, request, found),
    }),
    listViewLogs: (request, { user }) => searchViewLogs(pool, directory, proofs, user, request),
    listDealViewLogs: (request) => searchDealViewLogs(pool, directory, proofs, request),
    getReport: (request, { user }) => getReport(pool, directory, proofs, user, request),
    getViewSeries: ({ dealId }, { user }) => getViewSeries(pool, directory, user, dealId),
    getViewGains: (request, { user }) => getViewGains(pool, directory, user, request),
    getViewLogHistory: (request) => getViewLogHistory(pool, directory, proofs, request),
  };
}
