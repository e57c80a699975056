import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { localDay } from '@svc/chassis/time/calendar';
import { PaymentService as methods } from '@svc/proto/deal/v1/payment_service';
import { findDeal } from '../deals/deal-repo.js';
import { bulkChangePayments } from './bulk-change-payments.js';
import { createPayment } from './create-payment.js';
import { deletePayment } from './delete-payment.js';
import { listPaymentsOfDeals } from './list-payments-of-deals.js';
import { type PaymentRow, toPayment } from './payment.js';
import { listPayments } from './payment-repo.js';
import { updatePayment } from './update-payment.js';

/** The payments of deals. */
export function paymentHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    createPayment: write(methods.createPayment, async (tx, request, { user }) => ({
      payment: seenToday(user, await createPayment(tx, user, request)),
    })),
    listPayments: async (request, { user }) => {
      const page = pageOf(request);
      await assertPaymentsSeen(pool, user, request.dealId);
      const { rows, total } = await listPayments(pool, request.dealId, page);
      return { payments: rows.map((row) => seenToday(user, row)), totalSize: total };
    },
    listPaymentsOfDeals: (request, { user }) => listPaymentsOfDeals(pool, user, request),
    updatePayment: write(methods.updatePayment, async (tx, request, { user }) => ({
      payment: seenToday(user, await updatePayment(tx, user, request)),
    })),
    bulkChangePayments: write(methods.bulkChangePayments, (tx, request, { user }) =>
      bulkChangePayments(tx, user, request),
    ),
    deletePayment: write(methods.deletePayment, (tx, request, { user }) => deletePayment(tx, user, request)),
  };
}

function seenToday(user: UserPrincipal, payment: PaymentRow) {
  return toPayment(payment, localDay(new Date(), user.preferences.timeZone));
}

/**
 * Throws `not_found` for a hidden deal, and `forbidden` without the grant. Payments are not in the visibility table: every field reveals money, so
 * the grant for the deal's amount reveals all of a deal's payments or none.
 */
async function assertPaymentsSeen(db: Db, user: UserPrincipal, dealId: string): Promise<void> {
  const deal = await findDeal(db, user, dealId);
  if (!deal) throw notFound('deal');
  if (deal.ownerId === user.userId || deal.isGranted) return;
  throw forbidden(
    'The payments of a deal that is shared with you are hidden until its owner lets you see its amounts. ' +
      // Agents and the copilot cannot send an access request.
      (user.kind === 'agent' || user.through
        ? 'Ask the user to request access to the amounts.'
        : `To ask, call POST /api/access-requests with ownerId ${deal.ownerId}, scope deal.amount, entityId ${dealId} and a reason.`),
  );
}
