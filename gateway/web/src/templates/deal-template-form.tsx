import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextArea, TextField } from '../ui/field.js';
import { optionalNumber, optionalText, textOf } from '../ui/form-text.js';
import type { ErrorAt } from '../ui/record-form.js';
import type { DealTemplate } from './deal-templates.js';

interface DealTemplateFormProps {
  /** Absent for a new one. */
  readonly template?: DealTemplate;
  readonly onClose: () => void;
}

const NAMES = {
  name: 'Name',
  platform: 'Platform',
  price: 'Price',
  currency: 'Currency',
  viewsTarget: 'View target',
  timelineDays: 'Days until posting',
  deliverables: 'Deliverables',
  notes: 'Notes',
};

type TemplateValues = Pick<DealTemplate, keyof typeof NAMES>;

const BLANK: Omit<TemplateValues, 'currency'> = {
  name: '',
  platform: null,
  price: null,
  viewsTarget: null,
  timelineDays: null,
  deliverables: null,
  notes: null,
};

function valuesOf({ name, platform, price, currency, viewsTarget, ...rest }: DealTemplate): TemplateValues {
  const { timelineDays, deliverables, notes } = rest;
  return { name, platform, price, currency, viewsTarget, timelineDays, deliverables, notes };
}

function readTemplate(form: FormData): TemplateValues {
  return {
    name: textOf(form, 'name'),
    platform: optionalText(form, 'platform'),
    price: optionalNumber(form, 'price'),
    currency: textOf(form, 'currency'),
    viewsTarget: optionalNumber(form, 'viewsTarget'),
    timelineDays: optionalNumber(form, 'timelineDays'),
    deliverables: optionalText(form, 'deliverables'),
    notes: optionalText(form, 'notes'),
  };
}

/** Writes a template of deals, or changes one. */
export function DealTemplateForm({ template, onClose }: DealTemplateFormProps) {
  const { settings } = useSignedIn();
  const creating = useChange('templates.deal.create');
  const updating = useChange('templates.deal.update');
  const subject = template
    ? {
        record: template,
        valuesOf,
        readAnew: () => call('templates.deal.get', { templateId: template.id }),
        update: (changes: Partial<TemplateValues>, version: number) =>
          updating.mutateAsync({ input: { templateId: template.id, ...changes }, version }),
      }
    : {
        blank: { ...BLANK, currency: settings.currency },
        create: (input: TemplateValues) => creating.mutateAsync({ input }),
      };
  return (
    <Dialog title={template ? 'Edit template' : 'New deal template'} isOpen isWide onClose={onClose}>
      <EditForm
        action={template ? 'Save' : 'Create'}
        names={NAMES}
        onCancel={onClose}
        onSaved={onClose}
        read={readTemplate}
        subject={subject}
      >
        {(parts) => <TemplateFields {...parts} />}
      </EditForm>
    </Dialog>
  );
}

interface TemplateFieldsProps {
  readonly values: TemplateValues;
  readonly errorAt: ErrorAt;
}

function TemplateFields({ values, errorAt }: TemplateFieldsProps) {
  const field = (name: Exclude<keyof TemplateValues, 'deliverables' | 'notes'>, options: object = {}) => (
    <TextField
      label={NAMES[name]}
      name={name}
      autoComplete="off"
      defaultValue={values[name] ?? ''}
      error={errorAt(name)}
      {...options}
    />
  );
  const area = (name: 'deliverables' | 'notes', rows: number) => (
    <TextArea
      label={NAMES[name]}
      name={name}
      rows={rows}
      maxLength={10_000}
      defaultValue={values[name] ?? ''}
      error={errorAt(name)}
      className="sm:col-span-2"
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('name', { required: true, autoFocus: true, maxLength: 200 })}
      {field('platform', { maxLength: 50 })}
      {field('price', { type: 'number', min: 0, step: '0.01' })}
      {field('currency', { required: true, maxLength: 3 })}
      {field('viewsTarget', { type: 'number', min: 0, step: 1 })}
      {field('timelineDays', { type: 'number', min: 0, max: 3_650, step: 1 })}
      {area('deliverables', 4)}
      {area('notes', 3)}
    </div>
  );
}
