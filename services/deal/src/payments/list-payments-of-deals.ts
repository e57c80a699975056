import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import { backwardRange, localDay, parseRange } from '@svc/chassis/time/calendar';
import type { ListPaymentsOfDealsRequest, ListPaymentsOfDealsResponse } from '@svc/proto/deal/v1/payment_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { accessOf } from '../visibility/access.js';
import { listPaymentRows, listPaymentTotals, PAYMENT_LIST, type PaymentFilter } from './payment-list-repo.js';

/** The names of the ranges' ends in requests. */
const DUE = { from: 'dueFrom', to: 'dueTo' };
const PAID = { from: 'paidFrom', to: 'paidTo' };

/** Lists payments of all deals whose amounts the caller sees, newest first, with their sums. */
export async function listPaymentsOfDeals(
  db: Db,
  user: UserPrincipal,
  request: ListPaymentsOfDealsRequest,
): Promise<ListPaymentsOfDealsResponse> {
  const filter = readFilter(request, user.preferences.timeZone);
  const today = localDay(new Date(), user.preferences.timeZone);
  const page = sortedPageOf(PAYMENT_LIST, request, filter);
  const { rows, total, next } = await listPaymentRows(db, user, filter, today, page);
  const payments = rows.map((row) => ({ payment: row, dealName: row.dealName, access: accessOf('deal', user, row) }));
  const totals = await listPaymentTotals(db, user, filter, today);
  return { payments, totalSize: total, totals, nextPageToken: next };
}

/** Reads the filters of a request; its days are in the time zone. Throws `invalid_input` for a range that ends before it starts. */
function readFilter(request: ListPaymentsOfDealsRequest, timeZone: string): PaymentFilter {
  const { direction = null, status = null, overdue = null, contactId = null, influencerId = null } = request;
  const { open = null, dueFrom = null, dueTo = null, currency = null, brand = null, query = null } = request;
  if (dueFrom !== null && dueTo !== null && dueFrom > dueTo) throw backwardRange(DUE);
  const paid = parseRange({ from: request.paidFrom, to: request.paidTo }, timeZone, PAID);
  const people = { contactId, influencerId };
  const scope = readScope(request.scope);
  const dates = { dueFrom, dueTo, paidFrom: paid.from, paidBefore: paid.before };
  return { scope, direction, status, overdue, ...people, open, ...dates, currency, brand, query };
}
