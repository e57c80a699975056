import type { Input } from '../../api/operations.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { DateField } from '../../ui/fields/date-field.js';
import { TextField } from '../../ui/fields/field.js';
import { RecordForm } from '../../ui/fields/record-form.js';
import { textOf } from '../../ui/parsing/form-text.js';

interface BulkDialogProps {
  /** How many they are, such as "3 deals". */
  readonly deals: string;
  readonly change: (action: Input<'deals.bulk_change'>['action']) => Promise<void>;
  readonly onClose: () => void;
}

/** Creates the same task for each deal. */
export function AddTaskDialog({ deals, change, onClose }: BulkDialogProps) {
  return (
    <Dialog title={`Add task to ${deals}`} isOpen onClose={onClose}>
      <RecordForm
        action="Add task"
        fields={['action.title', 'action.dueDate']}
        onCancel={onClose}
        submit={async (form) => {
          const dueDate = textOf(form, 'dueDate');
          await change({ kind: 'addTask', title: textOf(form, 'title').trim(), ...(dueDate !== '' && { dueDate }) });
          onClose();
        }}
      >
        {(errorAt) => (
          <>
            <TextField label="Task" name="title" required maxLength={200} autoFocus error={errorAt('action.title')} />
            <DateField label="Due" name="dueDate" error={errorAt('action.dueDate')} />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}
