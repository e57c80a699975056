import { describeError } from '../api/api-error.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { showError, showToast } from '../ui/toasts.js';
import { isOpen } from './is-open.js';
import type { Payment } from './payment-texts.js';

/** Marks an open payment as paid, which can be undone for a while; others stay as they are. */
export function useMarkPaid(): (payment: Payment) => void {
  const updating = useChange('payments.update');
  return (payment) => {
    if (!isOpen(payment)) return;
    const { dealId, id: paymentId } = payment;
    const set = async (status: Payment['status'], seen: number): Promise<number | undefined> => {
      const input = { dealId, paymentId, status };
      try {
        return (await updating.mutateAsync({ input, version: versionAfterOwnChanges(paymentId, seen) })).version;
      } catch (error) {
        showError(describeError(error));
        return undefined;
      }
    };
    void set('paid', payment.version).then((paid) => {
      if (paid === undefined) return;
      const undo = (): void => void set(payment.status, paid);
      showToast('Marked as paid', { action: { label: 'Undo', run: undo } });
    });
  };
}
