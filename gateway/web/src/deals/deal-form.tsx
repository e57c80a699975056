import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import type { ErrorAt } from '../ui/record-form.js';
import { blankTexts, FIELD_NAMES, fieldsOf, textsOf, type Deal, type DealTexts } from './deal-texts.js';

interface DealFormProps {
  /** Absent for a new one. */
  readonly deal?: Deal;
  /** What a new one begins with. */
  readonly start?: Partial<DealTexts>;
  /** Gets a new one. */
  readonly onMade?: (deal: Deal) => void;
  readonly onClose: () => void;
}

/** Creates a deal, or changes it. */
export function DealForm({ deal, start, onMade, onClose }: DealFormProps) {
  const { settings } = useSignedIn();
  const creating = useChange('deals.create');
  const updating = useChange('deals.update');
  return (
    <Dialog title={deal ? 'Edit deal' : 'New deal'} isOpen isWide onClose={onClose}>
      <EditForm
        action={deal ? 'Save' : 'Create deal'}
        names={FIELD_NAMES}
        fieldOfCode={{ PROMO_CODE_IN_USE: 'promoCode' }}
        onCancel={onClose}
        onSaved={onClose}
        read={readTexts}
        subject={
          deal
            ? {
                record: deal,
                valuesOf: textsOf,
                readAnew: () => call('deals.get', { dealId: deal.id }),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { dealId: deal.id, ...fieldsOf(changes) }, version }),
              }
            : {
                blank: { ...blankTexts(settings.currency, settings.viewCheckDays), ...start },
                create: async (typed) => {
                  onMade?.(await creating.mutateAsync({ input: { ...fieldsOf(typed), name: typed.name.trim() } }));
                },
              }
        }
      >
        {({ errorAt, values }) => (
          <DealFormFields
            texts={values}
            errorAt={errorAt}
            isRedacted={(field) => deal?.access.redacted.includes(field) === true}
          />
        )}
      </EditForm>
    </Dialog>
  );
}

/** What is hidden from whoever types stays as it is. */
function readTexts(form: FormData, texts: DealTexts): DealTexts {
  const read = Object.entries(texts).map(([name, text]) => [name, form.has(name) ? textOf(form, name) : text]);
  return Object.fromEntries(read) as DealTexts;
}

interface DealFormFieldsProps {
  readonly texts: DealTexts;
  readonly errorAt: ErrorAt;
  readonly isRedacted: (field: string) => boolean;
}

function DealFormFields({ texts, errorAt, isRedacted }: DealFormFieldsProps) {
  const field = (name: keyof DealTexts, options: object = {}) => (
    <TextField
      label={FIELD_NAMES[name]}
      name={name}
      defaultValue={texts[name]}
      disabled={isRedacted(name)}
      error={errorAt(name)}
      autoComplete="off"
      {...options}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('name', { required: true, maxLength: 200, autoFocus: true })}
      {field('brand', { maxLength: 200 })}
      {field('promoCode', { maxLength: 64 })}
      {field('promoLink', { type: 'url', maxLength: 2_000 })}
      {field('price', { type: 'number', min: 0, step: '0.01' })}
      {field('currency', { maxLength: 3, hint: 'For example, USD or EUR.' })}
      {field('viewsTarget', { type: 'number', min: 0, step: 1 })}
      {field('platform', { maxLength: 50 })}
      {field('postDate', { type: 'date' })}
      {field('contactName', { maxLength: 200 })}
      {field('tags', { hint: 'Separate with commas.' })}
      {field('viewCheckDays', { hint: 'Days after posting, for example 1, 7, 30.', pattern: '[0-9, ]+' })}
      <TextArea
        label={FIELD_NAMES.notes}
        name="notes"
        rows={4}
        maxLength={10_000}
        defaultValue={texts.notes}
        disabled={isRedacted('notes')}
        error={errorAt('notes')}
        className="sm:col-span-2"
      />
    </div>
  );
}
