import type { Item } from '../api/operations.js';

export type Payment = Item<'payments.list'>;

export const PAYMENT_STATUS_NAMES: Readonly<Record<Payment['status'], string>> = {
  expected: 'Expected',
  invoiced: 'Invoiced',
  paid: 'Paid',
  cancelled: 'Cancelled',
};

export const DIRECTION_NAMES: Readonly<Record<Payment['direction'], string>> = {
  incoming: 'Incoming',
  outgoing: 'Outgoing',
};
