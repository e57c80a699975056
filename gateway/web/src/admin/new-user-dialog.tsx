import type { Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';

interface NewUserDialogProps {
  readonly onCreated: (user: Output<'admin.create_user'>) => void;
  readonly onClose: () => void;
}

/** Creates an account, to which a password link then gives access. */
export function NewUserDialog({ onCreated, onClose }: NewUserDialogProps) {
  const creating = useChange('admin.create_user');
  return (
    <Dialog title="New user" isOpen onClose={onClose}>
      <RecordForm
        action="Create user"
        fields={['name', 'email']}
        fieldOfCode={{ EMAIL_TAKEN: 'email' }}
        onCancel={onClose}
        submit={async (form) => {
          const input = { name: textOf(form, 'name').trim(), email: textOf(form, 'email').trim() };
          onCreated(await creating.mutateAsync({ input }));
        }}
      >
        {(errorAt) => (
          <>
            <TextField label="Name" name="name" required autoFocus autoComplete="off" error={errorAt('name')} />
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              autoComplete="off"
              hint="Next, you get a link that lets them set a password."
              error={errorAt('email')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}
