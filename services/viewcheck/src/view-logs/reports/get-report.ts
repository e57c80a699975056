import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Pool } from '@svc/chassis/postgres/pool';
import { parseRange } from '@svc/chassis/time/calendar';
import type { GetReportRequest, GetReportResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import type { DealDirectory } from '../deal-directory.js';
import { describeRows } from '../describe-rows.js';
import type { Proofs } from '../proofs.js';
import { listViewLogs } from '../view-log-repo.js';
import { copyText } from './copy-text.js';
import { fillMessage } from './fill-message.js';

/** Maximum view logs in a report: the latest ones, with the total. */
export const REPORT_ROWS_MAX = 200;

/**
 * Returns the text for the sponsor of one deal: its view logs, optionally within a message template. Throws NOT_FOUND for a hidden deal or template,
 * as deal does, and invalid_input for an unusable range or message.
 */
export async function getReport(
  pool: Pool,
  directory: DealDirectory,
  proofs: Proofs,
  user: UserPrincipal,
  { dealId, templateId, ...request }: GetReportRequest,
): Promise<GetReportResponse> {
  const { timeZone } = user.preferences;
  const range = parseRange(request, timeZone);
  const { ownerId, dealName, promoCode, contactName, templateBody } = await directory.describeReport({
    dealId,
    templateId,
  });
  const everything = { sharedDealIds: [], videoId: null, viewLogIds: [], brandDealIds: null, search: null };
  const filter = { ...range, ...everything, ownerId, dealId };
  const { rows, total } = await listViewLogs(pool, filter, { limit: REPORT_ROWS_MAX, offset: 0 });
  const { viewLogs, references } = await describeRows(directory, proofs, rows);
  const views = copyText(viewLogs, timeZone);
  const message = fillMessage(templateBody ?? VIEWS_ALONE, {
    deal: dealName,
    code: promoCode ?? '',
    contact: contactName ?? '',
    views,
  });
  return {
    ...message,
    rows: rows.map(({ id: viewLogId, videoId, value, checkedAt }) => ({ viewLogId, videoId, value, checkedAt })),
    totalSize: total,
    degraded: references.degraded,
  };
}

/** The message template of a report without one. */
const VIEWS_ALONE = '{views}';
