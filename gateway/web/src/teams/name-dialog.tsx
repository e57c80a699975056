import { Dialog } from '../ui/dialogs/dialog.js';
import { type Changed, EditForm, type Started } from '../ui/fields/edit-form.js';
import { fieldsOf, type ValuesOf } from '../ui/fields/fields-of.js';
import { text } from '../ui/fields/form-fields.js';
import type { Team } from './team-texts.js';

const FIELDS = fieldsOf('teams.create', { name: text('Name', { autoFocus: true }) });

type TeamValues = ValuesOf<typeof FIELDS>;

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly subject: Changed<Team, TeamValues> | Started<TeamValues>;
  readonly onClose: () => void;
}

/** Asks for the name of a team. */
export function NameDialog({ title, action, subject, onClose }: NameDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <EditForm action={action} fields={FIELDS} onCancel={onClose} onSaved={onClose} subject={subject} />
    </Dialog>
  );
}
