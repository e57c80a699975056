import { useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { ChoiceField, TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { PAYMENT_STATUS_NAMES, type Payment } from './payment-texts.js';

const FIELDS = ['amount', 'currency', 'dueDate', 'reference', 'notes'];

interface PaymentFormProps {
  /** Whose payment it is, and the currency to begin with. */
  readonly deal: { readonly id: string; readonly currency: string };
  readonly payment?: Payment;
  readonly onClose: () => void;
}

/** Adds a payment to a deal, or changes one. */
export function PaymentForm({ deal, payment, onClose }: PaymentFormProps) {
  const [error, setError] = useState<unknown>();
  const [direction, setDirection] = useState(payment?.direction ?? 'incoming');
  const [status, setStatus] = useState(payment?.status ?? 'expected');
  const adding = useChange('payments.create');
  const updating = useChange('payments.update');

  const save = async (form: FormData): Promise<void> => {
    setError(undefined);
    const fields = {
      dealId: deal.id,
      direction,
      status,
      amount: Number(textOf(form, 'amount')),
      currency: textOf(form, 'currency'),
      dueDate: textOf(form, 'dueDate') || null,
      reference: textOf(form, 'reference') || null,
      notes: textOf(form, 'notes') || null,
    };
    try {
      if (payment) {
        await updating.mutateAsync({ input: { ...fields, paymentId: payment.id }, version: payment.version });
      } else await adding.mutateAsync({ input: fields });
      onClose();
    } catch (refusal) {
      setError(refusal);
    }
  };

  const messageAt = (path: string): string | undefined => (isApiError(error) ? error.messageAt(path) : undefined);
  const isAtField = FIELDS.some((path) => messageAt(path) !== undefined);
  return (
    <Dialog title={payment ? 'Edit the payment' : 'Add a payment'} isOpen onClose={onClose}>
      <form
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        {error !== undefined && !isAtField && (
          <div className="sm:col-span-2">
            <Notice tone="bad">{describeError(error)}</Notice>
          </div>
        )}
        <TextField
          label="Amount"
          name="amount"
          type="number"
          min={0}
          step="0.01"
          required
          autoFocus
          defaultValue={payment?.amount}
          error={messageAt('amount')}
        />
        <TextField
          label="Currency"
          name="currency"
          required
          maxLength={3}
          defaultValue={payment?.currency ?? deal.currency}
          error={messageAt('currency')}
        />
        <ChoiceField
          label="Direction"
          value={direction}
          onChange={(value) => setDirection(value as Payment['direction'])}
          choices={[
            ['incoming', 'Incoming'],
            ['outgoing', 'Outgoing'],
          ]}
        />
        <ChoiceField
          label="Status"
          value={status}
          onChange={(value) => setStatus(value as Payment['status'])}
          choices={Object.entries(PAYMENT_STATUS_NAMES)}
        />
        <TextField
          label="Due"
          name="dueDate"
          type="date"
          defaultValue={payment?.dueDate ?? ''}
          error={messageAt('dueDate')}
        />
        <TextField
          label="Reference"
          name="reference"
          maxLength={200}
          autoComplete="off"
          defaultValue={payment?.reference ?? ''}
          error={messageAt('reference')}
        />
        <TextArea
          label="Notes"
          name="notes"
          rows={3}
          maxLength={2_000}
          defaultValue={payment?.notes ?? ''}
          error={messageAt('notes')}
          className="sm:col-span-2"
        />
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={adding.isPending || updating.isPending}>
            {payment ? 'Save' : 'Add'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
