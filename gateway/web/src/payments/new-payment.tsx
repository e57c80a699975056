import { refusedField } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { DealChoice, type DealChosen } from '../records/record-choice.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { type Field, fieldsOf } from '../ui/fields/fields-of.js';
import { PAYMENT_FIELDS } from './payment-form.js';

const DEAL: Field<DealChosen | null> = {
  label: 'Deal',
  blank: null,
  read: (_form, _name, kept) => kept,
  show: (chosen) => chosen?.name ?? '',
  control: ({ label, value, change, error }) => (
    <DealChoice
      label={label}
      className="sm:col-span-2"
      required
      autoFocus
      chosen={value}
      onChoose={change}
      error={error}
    />
  ),
};

const FIELDS = { ...fieldsOf('payments.create', { dealId: DEAL }), ...PAYMENT_FIELDS };

/** Adds a payment to a deal that the user selects. */
export function NewPayment({ onClose }: { readonly onClose: () => void }) {
  const { settings } = useSignedIn();
  const { mutateAsync } = useChange('payments.create');
  return (
    <Dialog title="Add payment" isOpen onClose={onClose}>
      <EditForm
        action="Add"
        fields={FIELDS}
        isInColumns
        onCancel={onClose}
        onSaved={onClose}
        follow={{ dealId: (deal) => (deal ? { currency: deal.currency } : {}) }}
        subject={{
          start: { currency: settings.currency },
          send: async ({ dealId: deal, ...typed }) => {
            if (!deal) throw refusedField('dealId', 'Choose a deal.');
            await mutateAsync({ input: { dealId: deal.id, ...typed } });
          },
        }}
      />
    </Dialog>
  );
}
