import { call } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { useSignedIn } from '../../shell/account.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { EditForm } from '../../ui/fields/edit-form.js';
import type { Deal } from '../deal-texts.js';
import { DEAL_FIELDS, dealInput, type DealValues } from './deal-fields.js';
import { usePeopleOf } from './use-people-of.js';

interface DealFormProps {
  /** Absent for a new one. */
  readonly deal?: Deal;
  /** Initial values of a new one. */
  readonly start?: Partial<DealValues>;
  /** Called with a new one. */
  readonly onMade?: (deal: Deal) => void;
  readonly onClose: () => void;
}

/** Creates or changes a deal; fields hidden from its editor stay as they are. */
export function DealForm({ deal, start, onMade, onClose }: DealFormProps) {
  const { settings } = useSignedIn();
  const creating = useChange('deals.create');
  const updating = useChange('deals.update');
  const peopleOf = usePeopleOf(deal);
  return (
    <Dialog title={deal ? 'Edit deal' : 'New deal'} isOpen isWide onClose={onClose}>
      <EditForm
        action={deal ? 'Save' : 'Create deal'}
        fields={DEAL_FIELDS}
        isInColumns
        isDisabled={(field) => deal?.access.redacted.includes(field) === true}
        fieldOfCode={{ PROMO_CODE_IN_USE: 'promoCode' }}
        onCancel={onClose}
        onSaved={onClose}
        subject={
          deal
            ? {
                record: deal,
                valuesOf: peopleOf,
                refetch: () => call('deals.get', { dealId: deal.id }),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { dealId: deal.id, ...dealInput(changes) }, version }),
              }
            : {
                start: { currency: settings.currency, viewCheckDays: settings.viewCheckDays, ...start },
                send: async (typed) => onMade?.(await creating.mutateAsync({ input: dealInput(typed) })),
              }
        }
      />
    </Dialog>
  );
}
