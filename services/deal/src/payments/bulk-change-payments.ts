import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { readOneOf } from '@svc/chassis/errors/app-error';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import { type BulkChange, changeInBulk, noSuchChange } from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { BulkChangePaymentsRequest, BulkChangePaymentsResponse } from '@svc/proto/deal/v1/payment_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { type DealChange, recordActivities } from '../activity/record-activities.js';
import { lockSeenDealsOf } from '../deals/deal-repo.js';
import { PAYMENT_STATUSES, settle } from './payment.js';
import { deletePayments, listSeenPayments, type PaymentWithDeal, updatePaymentStatuses } from './payment-repo.js';

/**
 * Changes the status of many payments, or deletes them, each by the rules for one. Throws `invalid_input` for a request that is invalid for every
 * payment.
 */
export async function bulkChangePayments(
  tx: Tx,
  user: UserPrincipal,
  request: BulkChangePaymentsRequest,
): Promise<BulkChangePaymentsResponse> {
  return changeInBulk<PaymentWithDeal>(tx, request.ids, {
    what: 'payment',
    async lock(ids) {
      await lockSeenDealsOf(tx, user, 'deal_payments', ids);
      return listSeenPayments(tx, user, ids);
    },
    check: (payment) => assertOwned('deal', user, payment),
    ...readChange(tx, user, request),
  });
}

function readChange(
  tx: Tx,
  user: UserPrincipal,
  { kind, status }: BulkChangePaymentsRequest,
): Pick<BulkChange<PaymentWithDeal>, 'isAlreadySo' | 'apply'> {
  if (kind === 'delete') {
    return {
      async apply(payments) {
        const changes = payments.map((payment) => ({ deal: dealOf(payment), action: 'payment.deleted' }));
        await deletePayments(
          tx,
          payments.map(({ id }) => id),
        );
        await recordActivities(tx, user, changes);
      },
    };
  }
  if (kind !== 'status') throw noSuchChange(['status', 'delete']);
  const wanted = readOneOf('action.status', status, PAYMENT_STATUSES);
  return {
    isAlreadySo: (payment) => payment.status === wanted,
    async apply(payments) {
      const settled = payments.map((payment) => ({ payment, fields: settle({ ...payment, status: wanted }, null) }));
      await updatePaymentStatuses(
        tx,
        settled.map(({ payment: { id }, fields }) => ({ id, status: fields.status, paidAt: fields.paidAt })),
      );
      const changes = settled.map(({ payment, fields }) => ({
        deal: dealOf(payment),
        action: 'payment.updated',
        changedFields: changedFields(payment, fields, ['status', 'paidAt']),
      }));
      await recordActivities(tx, user, changes);
    },
  };
}

function dealOf({ dealId, ownerId, dealName }: PaymentWithDeal): DealChange['deal'] {
  return { id: dealId, ownerId, name: dealName };
}
