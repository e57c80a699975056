import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UpdatePaymentRequest } from '@svc/proto/deal/v1/payment_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from '../deals/calendar-date.js';
import { findDealForUpdate } from '../deals/deal-repo.js';
import { type PaymentFields, type PaymentRow, settle } from './payment.js';
import { findPayment, updatePaymentRow } from './payment-repo.js';

const CHANGEABLE = [
  'direction',
  'amount',
  'currency',
  'status',
  'dueDate',
  'paidAt',
  'reference',
  'notes',
] as const satisfies readonly (keyof PaymentFields)[];

const REQUIRED = ['direction', 'amount', 'currency', 'status'] as const;

/** Changes the fields in the mask. Equal values do not count as a change. Throws VERSION_CONFLICT. */
export async function updatePayment(tx: Tx, user: UserPrincipal, request: UpdatePaymentRequest): Promise<PaymentRow> {
  const changes = readChanges(request, CHANGEABLE, REQUIRED);
  if (changes.dueDate) checkDate('dueDate', changes.dueDate);
  const deal = await findDealForUpdate(tx, user, request.dealId);
  assertOwned('deal', user, deal);
  const stored = await findPayment(tx, deal.id, request.paymentId);
  if (!stored) throw notFound('payment');
  checkVersion(stored.version, request.expectedVersion);

  const fields = settle({ ...stored, ...changes }, changes.paidAt ?? null);
  const changed = changedFields(stored, fields, CHANGEABLE);
  if (changed.length === 0) return stored;
  const payment = await updatePaymentRow(tx, stored.id, fields);
  await recordActivities(tx, user, [{ deal, action: 'payment.updated', changedFields: changed }]);
  return payment;
}
