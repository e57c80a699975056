import type { Item } from '../api/operations.js';

/** Whether a payment is still outstanding. */
export function isOpen({ status }: Pick<Item<'payments.list'>, 'status'>): boolean {
  return status === 'expected' || status === 'invoiced';
}
