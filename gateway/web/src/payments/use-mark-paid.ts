import { describeError } from '../api/api-error.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { showError } from '../ui/toasts.js';
import { isOpen } from './is-open.js';
import type { Payment } from './payment-texts.js';

/** Marks an open payment as paid; others stay as they are. */
export function useMarkPaid(): (payment: Payment) => void {
  const updating = useChange('payments.update');
  return (payment) => {
    if (!isOpen(payment)) return;
    const { dealId, id: paymentId, version } = payment;
    updating
      .mutateAsync({
        input: { dealId, paymentId, status: 'paid' },
        version: versionAfterOwnChanges(paymentId, version),
      })
      .catch((error: unknown) => showError(describeError(error)));
  };
}
