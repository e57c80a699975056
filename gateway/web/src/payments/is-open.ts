import type { Item } from '../api/operations.js';

/** Whether a payment is still to come. */
export function isOpen({ status }: Pick<Item<'payments.list'>, 'status'>): boolean {
  return status === 'expected' || status === 'invoiced';
}
