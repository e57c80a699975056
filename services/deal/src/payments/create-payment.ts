import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreatePaymentRequest } from '@svc/proto/deal/v1/payment_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from '../deals/calendar-date.js';
import { findDealForUpdate } from '../deals/deal-repo.js';
import { type PaymentRow, settle } from './payment.js';
import { insertPayment } from './payment-repo.js';

/** Adds a payment to a deal of the caller, by default in the deal's currency. */
export async function createPayment(tx: Tx, user: UserPrincipal, request: CreatePaymentRequest): Promise<PaymentRow> {
  const { dealId, direction, amount, dueDate = null, paidAt = null, reference = null, notes = null } = request;
  if (dueDate !== null) checkDate('dueDate', dueDate);
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  const currency = request.currency ?? deal.currency;
  const status = request.status ?? 'expected';
  const fields = { direction, amount, currency, status, dueDate, paidAt: null, reference, notes };
  const payment = await insertPayment(tx, deal, settle(fields, paidAt));
  await recordActivities(tx, user, [{ deal, action: 'payment.added' }]);
  return payment;
}
