import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { text } from '../ui/fields/form-fields.js';
import { showToast } from '../ui/toasts.js';

const profileFields = (email: string) =>
  fieldsOf('auth.update_account', {
    name: text('Name', { autoComplete: 'name', hint: `Signed in with ${email}.`, className: 'max-w-md' }),
  });

export function ProfileForm() {
  const { user } = useSignedIn();
  // The form stays after saving, and continues from the saved state.
  const [kept, setKept] = useState(user);
  const updating = useChange('auth.update_account');
  return (
    <EditForm
      key={kept.version}
      action="Save"
      fields={profileFields(user.email)}
      onSaved={() => showToast('Profile saved')}
      subject={{
        record: kept,
        refetch: async () => (await call('auth.get_account', {})).user,
        update: async (input, version) => setKept((await updating.mutateAsync({ input, version })).user),
      }}
    />
  );
}
