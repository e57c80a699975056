import { findInList } from '../api/find-in-list.js';
import { useChange } from '../api/queries.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { area, choice, currency, day, number, text } from '../ui/fields/form-fields.js';
import { DIRECTION_NAMES, type Payment, PAYMENT_STATUS_NAMES } from './payment-texts.js';

/** The fields of a payment of any deal. */
export const PAYMENT_FIELDS = fieldsOf('payments.create', {
  amount: number('Amount', { isMoney: true }),
  currency: currency(),
  direction: choice('Direction', DIRECTION_NAMES, { blank: 'incoming' }),
  status: choice('Status', PAYMENT_STATUS_NAMES, { blank: 'expected' }),
  dueDate: day('Due'),
  reference: text('Reference'),
  notes: area('Notes', { rows: 3 }),
});

const FIELDS = {
  ...PAYMENT_FIELDS,
  ...fieldsOf('payments.create', { amount: number('Amount', { isMoney: true, autoFocus: true }) }),
};

interface PaymentFormProps {
  /** Its deal, and the initial currency. */
  readonly deal: { readonly id: string; readonly currency: string };
  readonly payment?: Payment;
  readonly onClose: () => void;
}

/** Adds a payment to a deal, or changes one. */
export function PaymentForm({ deal, payment, onClose }: PaymentFormProps) {
  const adding = useChange('payments.create');
  const updating = useChange('payments.update');
  const dealId = deal.id;
  return (
    <Dialog title={payment ? 'Edit payment' : 'Add payment'} isOpen onClose={onClose}>
      <EditForm
        action={payment ? 'Save' : 'Add'}
        fields={FIELDS}
        isInColumns
        onCancel={onClose}
        onSaved={onClose}
        subject={
          payment
            ? {
                record: payment,
                refetch: () => findInList('payments.list', { dealId }, ({ id }) => id === payment.id),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { dealId, paymentId: payment.id, ...changes }, version }),
              }
            : {
                start: { currency: deal.currency },
                send: (typed) => adding.mutateAsync({ input: { dealId, ...typed } }),
              }
        }
      />
    </Dialog>
  );
}
