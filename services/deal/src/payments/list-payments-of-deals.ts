import { localDay } from '@svc/chassis/calendar';
import type { Db } from '@svc/chassis/postgres/pool';
import { sortedPageOf } from '@svc/chassis/postgres/sorted-list';
import type { UserPrincipal } from '@svc/chassis/principal';
import { readScope } from '@svc/chassis/sharing/sight';
import type { ListPaymentsOfDealsRequest, ListPaymentsOfDealsResponse } from '@svc/proto/deal/v1/payment_service';
import { accessOf } from '../visibility/access.js';
import { listPaymentsOfDeals as listRows, listPaymentTotals, PAYMENT_LIST } from './payment-list-repo.js';

/** Payments of all deals whose amounts the caller sees, newest first, and what they come to. */
export async function listPaymentsOfDeals(
  db: Db,
  user: UserPrincipal,
  request: ListPaymentsOfDealsRequest,
): Promise<ListPaymentsOfDealsResponse> {
  const { direction = null, status = null, overdue = null, contactId = null, influencerId = null } = request;
  const filter = { scope: readScope(request.scope), direction, status, overdue, contactId, influencerId };
  const today = localDay(new Date(), user.preferences.timeZone);
  const page = sortedPageOf(PAYMENT_LIST, request, filter);
  const { rows, total, next } = await listRows(db, user, filter, today, page);
  const payments = rows.map((row) => ({ payment: row, dealName: row.dealName, access: accessOf('deal', user, row) }));
  const totals = await listPaymentTotals(db, user, filter, today);
  return { payments, totalSize: total, totals, nextPageToken: next };
}
