import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import {
  decideReports,
  deleteFlaggedTarget,
  findReport,
  insertFlaggedTarget,
  setFlagged,
  type ReportRow,
} from './report-repo.js';

/**
 * Flags the target of a reported link, so that every link to it opens only after a warning, or dismisses the report, which takes
 * an earlier flag back. Decides all open reports of the link with it. Throws NOT_FOUND, VERSION_CONFLICT.
 */
export async function decideReport(
  tx: Tx,
  adminId: string,
  reportId: string,
  decision: 'flag' | 'dismiss',
  expectedVersion: number | null | undefined,
): Promise<ReportRow> {
  const report = await findReport(tx, reportId);
  if (!report) throw notFound('report');
  checkVersion(report.version, expectedVersion);
  const isFlagged = decision === 'flag';
  if (report.targetUrl !== null) {
    await (isFlagged ? insertFlaggedTarget(tx, report.targetUrl, adminId) : deleteFlaggedTarget(tx, report.targetUrl));
  }
  await setFlagged(tx, report, isFlagged);
  await decideReports(tx, report, { status: isFlagged ? 'flagged' : 'dismissed', decidedBy: adminId });
  const decided = await findReport(tx, reportId);
  if (!decided) throw new Error('The decided report is not there.');
  return decided;
}
