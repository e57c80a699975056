import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { ConfirmEmailButton, useCanConfirmEmail, useSendsMail } from '../shell/confirm-email.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { text } from '../ui/fields/form-fields.js';
import { showToast } from '../ui/toasts.js';
import { ChangeEmailDialog } from './change-email-dialog.js';

const FIELDS = fieldsOf('auth.update_account', {
  name: text('Name', { autoComplete: 'name', className: 'max-w-md' }),
});

/** The account's email and name. */
export function Profile() {
  return (
    <div className="flex flex-col gap-4">
      <AccountEmail />
      <ProfileForm />
    </div>
  );
}

/** The email, with whether it is confirmed, where that matters: an installation without mail confirms none. */
function AccountEmail() {
  const { user } = useSignedIn();
  const sendsMail = useSendsMail();
  const canConfirm = useCanConfirmEmail();
  const [isChanging, setChanging] = useState(false);
  return (
    <div>
      <p className="font-medium">Email</p>
      <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{user.email}</bdi>
        {canConfirm && <ConfirmEmailButton>Confirm email</ConfirmEmailButton>}
        {sendsMail && user.emailConfirmed && <Chip tone="good">Confirmed</Chip>}
        <Button kind="quiet" onClick={() => setChanging(true)}>
          Change…<span className="sr-only"> email</span>
        </Button>
      </div>
      {isChanging && <ChangeEmailDialog onClose={() => setChanging(false)} />}
    </div>
  );
}

function ProfileForm() {
  const { user } = useSignedIn();
  // The form stays after saving, and continues from the saved state.
  const [kept, setKept] = useState(user);
  const updating = useChange('auth.update_account');
  return (
    <EditForm
      key={kept.version}
      action="Save"
      fields={FIELDS}
      onSaved={() => showToast('Profile saved')}
      subject={{
        record: kept,
        refetch: async () => (await call('auth.get_account', {})).user,
        update: async (input, version) => setKept((await updating.mutateAsync({ input, version })).user),
      }}
    />
  );
}
