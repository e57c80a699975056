import { invalidInput, readOneOf } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ShortLinkReportService as methods } from '@svc/proto/shortener/v1/short_link_report_service';
import { decideReport } from './decide-report.js';
import { listReports, type ReportStatus } from './report-repo.js';

const STATUSES: readonly ReportStatus[] = ['open', 'flagged', 'dismissed'];

/** Reports about links, for administrators. */
export function reportHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    listShortLinkReports: async (request) => {
      const { rows, total } = await listReports(pool, readStatus(request.status), pageOf(request));
      return { reports: rows, totalSize: total };
    },
    decideShortLinkReport: write(methods.decideShortLinkReport, async (tx, request, { user }) => {
      const { reportId, decision, expectedVersion } = request;
      if (decision !== 'flag' && decision !== 'dismiss') throw invalidInput('decision', 'must be flag or dismiss.');
      return { report: await decideReport(tx, user.userId, reportId, decision, expectedVersion) };
    }),
  };
}

function readStatus(text: string | null | undefined): ReportStatus | null {
  return text === null || text === undefined ? null : readOneOf('status', text, STATUSES);
}
