import type { Item } from '../../api/operations.js';
import { isOpen } from '../../payments/is-open.js';

interface Sum {
  readonly currency: string;
  readonly amount: number;
}

type Summed = Pick<Item<'payments.list'>, 'amount' | 'currency' | 'direction' | 'status'>;

/** Open payments of one direction by currency; added in cents, which have no rounding errors. */
export function openSums(payments: readonly Summed[], direction: Summed['direction']): readonly Sum[] {
  const cents = new Map<string, number>();
  for (const payment of payments) {
    if (!isOpen(payment) || payment.direction !== direction) continue;
    cents.set(payment.currency, (cents.get(payment.currency) ?? 0) + Math.round(payment.amount * 100));
  }
  return [...cents].map(([currency, sum]) => ({ currency, amount: sum / 100 }));
}
