import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { useSendsMail } from '../shell/confirm-email.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { ChoiceField, TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { InvitationLink, type Invited, titleOf } from './invitation-link.js';
import { ROLE_NAMES, rolesGivenBy, type Team, type TeamRole } from './team-texts.js';

/** Invites a member; says whether a mail goes out, and shows the link once, to be passed on. */
export function InviteDialog({ team, onClose }: { readonly team: Team; readonly onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>();
  // The same dialog, because one that closes would take the focus along.
  return (
    <Dialog title={invited ? titleOf(invited) : 'Invite'} isOpen onClose={onClose}>
      {invited ? (
        <InvitationLink invited={invited} onClose={onClose} />
      ) : (
        <InviteForm team={team} onInvited={setInvited} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  readonly team: Team;
  readonly onInvited: (invited: Invited) => void;
  readonly onClose: () => void;
}

function InviteForm({ team, onInvited, onClose }: InviteFormProps) {
  const [role, setRole] = useState<TeamRole>('member');
  const inviting = useChange('teams.invite_member');
  const sendsMail = useSendsMail();
  return (
    <RecordForm
      action={sendsMail ? 'Send invitation' : 'Create invitation'}
      fields={['email', 'role']}
      onCancel={onClose}
      submit={async (form) => {
        const email = textOf(form, 'email').trim();
        const { link } = await inviting.mutateAsync({ input: { teamId: team.id, email, role } });
        onInvited({ email, link, isMailed: sendsMail });
      }}
    >
      {(errorAt) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoFocus
            autoComplete="off"
            error={errorAt('email')}
          />
          <ChoiceField
            label="Role"
            value={role}
            onChange={(value) => setRole(value as TeamRole)}
            choices={rolesGivenBy(team.role).map((each) => [each, ROLE_NAMES[each]])}
            hint="Administrators invite and remove people; owners can also delete the team."
            error={errorAt('role')}
          />
        </>
      )}
    </RecordForm>
  );
}
