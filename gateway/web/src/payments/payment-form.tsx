import { findInList } from '../api/find-in-list.js';
import { useChange } from '../api/queries.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { ChoiceField, TextArea, TextField } from '../ui/field.js';
import { optionalText, textOf } from '../ui/form-text.js';
import { DIRECTION_NAMES, PAYMENT_STATUS_NAMES, type Payment } from './payment-texts.js';

const NAMES = {
  amount: 'Amount',
  currency: 'Currency',
  direction: 'Direction',
  status: 'Status',
  dueDate: 'Due',
  reference: 'Reference',
  notes: 'Notes',
};

/** An amount is the text that stands in its field. */
type PaymentValues = Pick<Payment, Exclude<keyof typeof NAMES, 'amount'>> & { readonly amount: string };

const BLANK: PaymentValues = {
  amount: '',
  currency: '',
  direction: 'incoming',
  status: 'expected',
  dueDate: null,
  reference: null,
  notes: null,
};

function valuesOf({ amount, currency, direction, status, dueDate, reference, notes }: Payment): PaymentValues {
  return { amount: String(amount), currency, direction, status, dueDate, reference, notes };
}

function readPayment(form: FormData): PaymentValues {
  return {
    amount: textOf(form, 'amount'),
    currency: textOf(form, 'currency'),
    direction: textOf(form, 'direction') as Payment['direction'],
    status: textOf(form, 'status') as Payment['status'],
    dueDate: optionalText(form, 'dueDate'),
    reference: optionalText(form, 'reference'),
    notes: optionalText(form, 'notes'),
  };
}

interface PaymentFormProps {
  /** Whose payment it is, and the currency to begin with. */
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
        names={NAMES}
        onCancel={onClose}
        onSaved={onClose}
        read={readPayment}
        show={{
          direction: (direction) => DIRECTION_NAMES[direction],
          status: (status) => PAYMENT_STATUS_NAMES[status],
        }}
        subject={
          payment
            ? {
                record: payment,
                valuesOf,
                readAnew: () => findInList('payments.list', { dealId }, ({ id }) => id === payment.id),
                update: ({ amount, ...changes }, version) => {
                  const changed = { ...changes, ...(amount !== undefined && { amount: Number(amount) }) };
                  return updating.mutateAsync({ input: { dealId, paymentId: payment.id, ...changed }, version });
                },
              }
            : {
                blank: { ...BLANK, currency: deal.currency },
                create: (typed) => adding.mutateAsync({ input: { dealId, ...typed, amount: Number(typed.amount) } }),
              }
        }
      >
        {({ errorAt, values }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={NAMES.amount}
              name="amount"
              type="number"
              min={0}
              step="0.01"
              required
              autoFocus
              defaultValue={values.amount}
              error={errorAt('amount')}
            />
            <TextField
              label={NAMES.currency}
              name="currency"
              required
              maxLength={3}
              defaultValue={values.currency}
              error={errorAt('currency')}
            />
            <ChoiceField
              label={NAMES.direction}
              name="direction"
              defaultValue={values.direction}
              choices={Object.entries(DIRECTION_NAMES)}
            />
            <ChoiceField
              label={NAMES.status}
              name="status"
              defaultValue={values.status}
              choices={Object.entries(PAYMENT_STATUS_NAMES)}
            />
            <TextField
              label={NAMES.dueDate}
              name="dueDate"
              type="date"
              defaultValue={values.dueDate ?? ''}
              error={errorAt('dueDate')}
            />
            <TextField
              label={NAMES.reference}
              name="reference"
              maxLength={200}
              autoComplete="off"
              defaultValue={values.reference ?? ''}
              error={errorAt('reference')}
            />
            <TextArea
              label={NAMES.notes}
              name="notes"
              rows={3}
              maxLength={2_000}
              defaultValue={values.notes ?? ''}
              error={errorAt('notes')}
              className="sm:col-span-2"
            />
          </div>
        )}
      </EditForm>
    </Dialog>
  );
}
