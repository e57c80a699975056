import { localDay } from '@svc/chassis/calendar';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { Db } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import { readScope } from '@svc/chassis/sharing/sight';
import type { ListPaymentsOfDealsRequest, ListPaymentsOfDealsResponse } from '@svc/proto/deal/v1/payment_service';
import { accessOf } from '../visibility/access.js';
import { listPaymentsOfDeals as listRows, listPaymentTotals } from './payment-list-repo.js';

/** Payments of all deals whose amounts the caller sees, newest first, and what they come to. */
export async function listPaymentsOfDeals(
  db: Db,
  user: UserPrincipal,
  request: ListPaymentsOfDealsRequest,
): Promise<ListPaymentsOfDealsResponse> {
  const page = pageOf(request);
  const { direction = null, status = null, overdue = null, contactId = null, influencerId = null } = request;
  const filter = { scope: readScope(request.scope), direction, status, overdue, contactId, influencerId };
  const today = localDay(new Date(), user.preferences.timeZone);
  const { rows, total } = await listRows(db, user, filter, today, page);
  const payments = rows.map((row) => ({ payment: row, dealName: row.dealName, access: accessOf('deal', user, row) }));
  return { payments, totalSize: total, totals: await listPaymentTotals(db, user, filter, today) };
}
