import { bulkChangePayments } from './bulk-change-payments.js';
import { createPayment } from './create-payment.js';
import { deletePayment } from './delete-payment.js';
import { listPayments } from './list-payments.js';
import { listPaymentsOfDeals } from './list-payments-of-deals.js';
import { updatePayment } from './update-payment.js';

export const paymentOperations = [
  bulkChangePayments,
  createPayment,
  deletePayment,
  listPayments,
  listPaymentsOfDeals,
  updatePayment,
] as const;
