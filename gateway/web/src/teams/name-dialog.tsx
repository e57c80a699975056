import type { Edited } from '../api/merge-changes.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm, type Started } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import type { Team } from './team-texts.js';

export interface TeamValues {
  readonly name: string;
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly subject: Edited<Team, TeamValues> | Pick<Started<TeamValues>, 'create'>;
  readonly onClose: () => void;
}

/** Asks for the name of a team. */
export function NameDialog({ title, action, subject, onClose }: NameDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <EditForm
        action={action}
        names={{ name: 'Name' }}
        onCancel={onClose}
        onSaved={onClose}
        read={(form) => ({ name: textOf(form, 'name').trim() })}
        subject={'create' in subject ? { ...subject, blank: { name: '' } } : subject}
      >
        {({ errorAt, values }) => (
          <TextField
            label="Name"
            name="name"
            required
            autoFocus
            maxLength={200}
            autoComplete="off"
            defaultValue={values.name}
            error={errorAt('name')}
          />
        )}
      </EditForm>
    </Dialog>
  );
}
