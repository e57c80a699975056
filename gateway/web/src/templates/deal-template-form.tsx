import { call } from '../api/call.js';
import type { Item } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { area, currency, number, text } from '../ui/fields/form-fields.js';

interface DealTemplateFormProps {
  /** Absent for a new one. */
  readonly template?: Item<'templates.deal.list'>;
  readonly onClose: () => void;
}

const FIELDS = fieldsOf('templates.deal.create', {
  name: text('Name', { autoFocus: true }),
  platform: text('Platform'),
  price: number('Price', { isMoney: true }),
  currency: currency(),
  viewsTarget: number('View target'),
  timelineDays: number('Days until posting'),
  deliverables: area('Deliverables', { rows: 4 }),
  notes: area('Notes', { rows: 3 }),
});

/** Creates or changes a template for deals. */
export function DealTemplateForm({ template, onClose }: DealTemplateFormProps) {
  const { settings } = useSignedIn();
  const creating = useChange('templates.deal.create');
  const updating = useChange('templates.deal.update');
  return (
    <Dialog title={template ? 'Edit template' : 'New deal template'} isOpen isWide onClose={onClose}>
      <EditForm
        action={template ? 'Save' : 'Create'}
        fields={FIELDS}
        isInColumns
        onCancel={onClose}
        onSaved={onClose}
        subject={
          template
            ? {
                record: template,
                refetch: () => call('templates.deal.get', { templateId: template.id }),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { templateId: template.id, ...changes }, version }),
              }
            : {
                start: { currency: settings.currency },
                send: (input) => creating.mutateAsync({ input }),
              }
        }
      />
    </Dialog>
  );
}
