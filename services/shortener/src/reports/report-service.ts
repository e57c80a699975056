import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ShortLinkReportServiceService as methods } from '@svc/proto/shortener/v1/short_link_report_service';
import { decideReport } from './decide-report.js';
import { listReports, type ReportStatus } from './report-repo.js';

const STATUSES: readonly ReportStatus[] = ['open', 'flagged', 'dismissed'];

/** What people report about links, for administrators. */
export function reportService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    listShortLinkReports: async (request) => {
      const { rows, total } = await listReports(pool, readStatus(request.status), pageOf(request));
      return { reports: rows, totalSize: total };
    },
    decideShortLinkReport: (request, { user }) =>
      runWrite(pool, methods.decideShortLinkReport, request, async (tx) => {
        const { reportId, decision, expectedVersion } = request;
        if (decision !== 'flag' && decision !== 'dismiss') throw invalidInput('decision', 'Has to be flag or dismiss.');
        return { report: await decideReport(tx, user.userId, reportId, decision, expectedVersion) };
      }),
  };
}

function readStatus(text: string | null | undefined): ReportStatus | null {
  if (text === null || text === undefined) return null;
  const status = STATUSES.find((each) => each === text);
  if (!status) throw invalidInput('status', `Has to be one of ${STATUSES.join(', ')}.`);
  return status;
}
