import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { fieldsOf, type ValuesOf } from '../ui/fields-of.js';
import { area, currency, day, list, number, numbers, text } from '../ui/form-fields.js';
import { FIELD_NAMES, type Deal } from './deal-texts.js';

const FIELDS = fieldsOf('deals.create', {
  name: text(FIELD_NAMES.name, { autoFocus: true }),
  brand: text(FIELD_NAMES.brand),
  promoCode: text(FIELD_NAMES.promoCode),
  promoLink: text(FIELD_NAMES.promoLink, { type: 'url' }),
  price: number(FIELD_NAMES.price, { step: 0.01 }),
  currency: currency(FIELD_NAMES.currency, { hint: 'For example, USD or EUR.' }),
  viewsTarget: number(FIELD_NAMES.viewsTarget),
  platform: text(FIELD_NAMES.platform),
  postDate: day(FIELD_NAMES.postDate),
  contactName: text(FIELD_NAMES.contactName),
  tags: list(FIELD_NAMES.tags),
  viewCheckDays: numbers(FIELD_NAMES.viewCheckDays, { hint: 'Days after posting, for example 1, 7, 30.' }),
  notes: area(FIELD_NAMES.notes, { rows: 4 }),
});

export type DealValues = ValuesOf<typeof FIELDS>;

interface DealFormProps {
  /** Absent for a new one. */
  readonly deal?: Deal;
  /** What a new one begins with. */
  readonly start?: Partial<DealValues>;
  /** Gets a new one. */
  readonly onMade?: (deal: Deal) => void;
  readonly onClose: () => void;
}

/** Creates a deal, or changes it; what is hidden from its editor stays as it is. */
export function DealForm({ deal, start, onMade, onClose }: DealFormProps) {
  const { settings } = useSignedIn();
  const creating = useChange('deals.create');
  const updating = useChange('deals.update');
  return (
    <Dialog title={deal ? 'Edit deal' : 'New deal'} isOpen isWide onClose={onClose}>
      <EditForm
        action={deal ? 'Save' : 'Create deal'}
        fields={FIELDS}
        isInColumns
        isDisabled={(field) => deal?.access.redacted.includes(field) === true}
        fieldOfCode={{ PROMO_CODE_IN_USE: 'promoCode' }}
        onCancel={onClose}
        onSaved={onClose}
        subject={
          deal
            ? {
                record: deal,
                readAnew: () => call('deals.get', { dealId: deal.id }),
                update: (changes, version) => updating.mutateAsync({ input: { dealId: deal.id, ...changes }, version }),
              }
            : {
                start: { currency: settings.currency, viewCheckDays: settings.viewCheckDays, ...start },
                send: async (typed) => onMade?.(await creating.mutateAsync({ input: typed })),
              }
        }
      />
    </Dialog>
  );
}
