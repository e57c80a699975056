import { appError, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import {
  decideReports,
  deleteFlaggedTarget,
  findReport,
  insertFlaggedTarget,
  lockReportedLink,
  lockTarget,
  type ReportRow,
  setFlagged,
} from './report-repo.js';

/**
 * Flags the target of a reported link, so that every link to it opens only after a warning, or flags a reported photo, which then responds with 410;
 * or dismisses the report, which removes an earlier flag. All open reports of the link get the same decision. Throws NOT_FOUND, VERSION_CONFLICT.
 */
export async function decideReport(
  tx: Tx,
  adminId: string,
  reportId: string,
  decision: 'flag' | 'dismiss',
  expectedVersion: number | null | undefined,
): Promise<ReportRow> {
  const report = await lockReport(tx, reportId);
  checkVersion(report.version, expectedVersion);
  const isFlagged = decision === 'flag';
  if (report.targetUrl !== null) {
    await (isFlagged ? insertFlaggedTarget(tx, report.targetUrl, adminId) : deleteFlaggedTarget(tx, report.targetUrl));
  }
  await setFlagged(tx, report, isFlagged);
  await decideReports(tx, report, { status: isFlagged ? 'flagged' : 'dismissed', decidedBy: adminId });
  const decided = await findReport(tx, reportId);
  if (!decided) throw new Error('The decided report is gone.');
  return decided;
}

/** Locks the target and then the link, in the same order as a transaction that points a link at a target. Throws NOT_FOUND, VERSION_CONFLICT. */
async function lockReport(tx: Tx, reportId: string): Promise<ReportRow> {
  const seen = await findReport(tx, reportId);
  if (!seen) throw noSuch('report');
  if (seen.targetUrl !== null) await lockTarget(tx, seen.targetUrl);
  await lockReportedLink(tx, reportId);
  const report = await findReport(tx, reportId);
  if (!report) throw noSuch('report');
  if (report.targetUrl !== seen.targetUrl) {
    const message =
      'The reported link has just been changed to another target. Read the report again before you decide.';
    throw appError('VERSION_CONFLICT', message);
  }
  return report;
}
