import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import type { DealTemplate } from './deal-templates.js';

interface DealTemplateFormProps {
  /** Absent for a new one. */
  readonly template?: DealTemplate;
  readonly onClose: () => void;
}

const FIELDS = ['name', 'platform', 'price', 'currency', 'viewsTarget', 'timelineDays', 'deliverables', 'notes'];

/** Writes a template of deals, or changes one. */
export function DealTemplateForm({ template: given, onClose }: DealTemplateFormProps) {
  const { settings } = useSignedIn();
  const [template] = useState(given);
  const creating = useChange('templates.deal.create');
  const updating = useChange('templates.deal.update');
  const number = (form: FormData, name: string): number | null => {
    const text = textOf(form, name).trim();
    return text === '' ? null : Number(text);
  };
  return (
    <Dialog title={template ? 'Edit the template' : 'New deal template'} isOpen isWide onClose={onClose}>
      <RecordForm
        action={template ? 'Save' : 'Create'}
        fields={FIELDS}
        onCancel={onClose}
        submit={async (form) => {
          const fields = {
            name: textOf(form, 'name'),
            platform: textOf(form, 'platform').trim() || null,
            price: number(form, 'price'),
            currency: textOf(form, 'currency'),
            viewsTarget: number(form, 'viewsTarget'),
            timelineDays: number(form, 'timelineDays'),
            deliverables: textOf(form, 'deliverables').trim() || null,
            notes: textOf(form, 'notes').trim() || null,
          };
          if (template) {
            await updating.mutateAsync({ input: { templateId: template.id, ...fields }, version: given?.version });
          } else await creating.mutateAsync({ input: fields });
          onClose();
        }}
      >
        {(errorAt) => {
          const field = (
            name: string,
            label: string,
            value: string | number | null | undefined,
            options: object = {},
          ) => (
            <TextField
              label={label}
              name={name}
              autoComplete="off"
              defaultValue={value ?? ''}
              error={errorAt(name)}
              {...options}
            />
          );
          return (
            <div className="grid gap-4 sm:grid-cols-2">
              {field('name', 'Name', template?.name, { required: true, autoFocus: true, maxLength: 200 })}
              {field('platform', 'Platform', template?.platform, { maxLength: 50 })}
              {field('price', 'Price', template?.price, { type: 'number', min: 0, step: '0.01' })}
              {field('currency', 'Currency', template?.currency ?? settings.currency, { required: true, maxLength: 3 })}
              {field('viewsTarget', 'Target of views', template?.viewsTarget, { type: 'number', min: 0, step: 1 })}
              {field('timelineDays', 'Days from agreement to posting', template?.timelineDays, {
                type: 'number',
                min: 0,
                max: 3_650,
                step: 1,
              })}
              <TextArea
                label="Deliverables"
                name="deliverables"
                rows={4}
                maxLength={10_000}
                defaultValue={template?.deliverables ?? ''}
                error={errorAt('deliverables')}
                className="sm:col-span-2"
              />
              <TextArea
                label="Notes"
                name="notes"
                rows={3}
                maxLength={10_000}
                defaultValue={template?.notes ?? ''}
                error={errorAt('notes')}
                className="sm:col-span-2"
              />
            </div>
          );
        }}
      </RecordForm>
    </Dialog>
  );
}
