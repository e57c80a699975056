import { Dialog } from '../ui/dialogs/dialog.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';

interface AddTagDialogProps {
  /** Their number, such as "3 deals". */
  readonly records: string;
  readonly change: (action: { readonly kind: 'addTag'; readonly tag: string }) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds a tag to records. */
export function AddTagDialog({ records, change, onClose }: AddTagDialogProps) {
  return (
    <Dialog title={`Add tag to ${records}`} isOpen onClose={onClose}>
      <RecordForm
        action="Add tag"
        fields={['action.tag']}
        onCancel={onClose}
        submit={async (form) => {
          await change({ kind: 'addTag', tag: textOf(form, 'tag').trim() });
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
