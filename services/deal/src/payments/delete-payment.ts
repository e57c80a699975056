import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeletePaymentRequest } from '@svc/proto/deal/v1/payment_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { findDealForUpdate } from '../deals/deal-repo.js';
import { deletePayments, findPayment } from './payment-repo.js';

/** Deletes a payment of a deal of the caller. Throws VERSION_CONFLICT. */
export async function deletePayment(
  tx: Tx,
  user: UserPrincipal,
  { dealId, paymentId, expectedVersion }: DeletePaymentRequest,
): Promise<void> {
  const deal = await findDealForUpdate(tx, user, dealId);
  assertOwned('deal', user, deal);
  const payment = await findPayment(tx, dealId, paymentId);
  if (!payment) throw notFound('payment');
  checkVersion(payment.version, expectedVersion);
  await deletePayments(tx, [paymentId]);
  await recordActivities(tx, user, [{ deal, action: 'payment.deleted' }]);
}
