import type { Input } from '../api/operations.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { RecordForm } from '../ui/record-form.js';

interface BulkDialogProps {
  /** How many they are, such as "3 deals". */
  readonly deals: string;
  readonly change: (action: Input<'deals.bulk_change'>['action']) => Promise<void>;
  readonly onClose: () => void;
}

/** Gives deals a tag beside those that they have. */
export function AddTagDialog({ deals, change, onClose }: BulkDialogProps) {
  return (
    <Dialog title={`Add tag to ${deals}`} isOpen onClose={onClose}>
      <RecordForm
        action="Add tag"
        fields={['action.tag']}
        onCancel={onClose}
        submit={async (form) => {
          await change({ kind: 'addTag', tag: textOf(form, 'tag') });
          onClose();
        }}
      >
        {(errorAt) => (
          <TextField label="Tag" name="tag" required maxLength={50} autoFocus error={errorAt('action.tag')} />
        )}
      </RecordForm>
    </Dialog>
  );
}

/** Makes the same task on each of the deals. */
export function AddTaskDialog({ deals, change, onClose }: BulkDialogProps) {
  return (
    <Dialog title={`Add task to ${deals}`} isOpen onClose={onClose}>
      <RecordForm
        action="Add task"
        fields={['action.title', 'action.dueDate']}
        onCancel={onClose}
        submit={async (form) => {
          const dueDate = textOf(form, 'dueDate');
          await change({ kind: 'addTask', title: textOf(form, 'title'), ...(dueDate !== '' && { dueDate }) });
          onClose();
        }}
      >
        {(errorAt) => (
          <>
            <TextField label="Task" name="title" required maxLength={200} autoFocus error={errorAt('action.title')} />
            <TextField label="Due" name="dueDate" type="date" error={errorAt('action.dueDate')} />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}

function textOf(form: FormData, name: string): string {
  const typed = form.get(name);
  return typeof typed === 'string' ? typed.trim() : '';
}
