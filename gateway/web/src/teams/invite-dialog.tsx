import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { ChoiceField, TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { ROLE_NAMES, rolesGivenBy, type Team, type TeamRole } from './team-texts.js';

/** Invites a member; the link is shown once, to be passed on. */
export function InviteDialog({ team, onClose }: { readonly team: Team; readonly onClose: () => void }) {
  const [link, setLink] = useState<string>();
  // The same dialog, because one that closes would take the focus along.
  return (
    <Dialog title={link === undefined ? 'Invite' : 'Share this invite link'} isOpen onClose={onClose}>
      {link === undefined ? (
        <InviteForm team={team} onLink={setLink} onClose={onClose} />
      ) : (
        <InvitationLink link={link} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  readonly team: Team;
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

function InviteForm({ team, onLink, onClose }: InviteFormProps) {
  const [role, setRole] = useState<TeamRole>('member');
  const inviting = useChange('teams.invite_member');
  return (
    <RecordForm
      action="Create invitation"
      fields={['email', 'role']}
      onCancel={onClose}
      submit={async (form) => {
        const input = { teamId: team.id, email: textOf(form, 'email').trim(), role };
        onLink((await inviting.mutateAsync({ input })).link);
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

function InvitationLink({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>Anyone with the link can join the team within 14 days. Copy it now. You won't see it again.</p>
      <CopyField label="Invite link" text={link} autoFocus />
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
