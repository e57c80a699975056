import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { showToast } from '../ui/toasts.js';

export function ProfileForm() {
  const { user } = useSignedIn();
  // The form stays after it is saved, and goes on from there.
  const [kept, setKept] = useState(user);
  const updating = useChange('auth.update_account');
  return (
    <EditForm
      key={kept.version}
      action="Save"
      names={{ name: 'Name' }}
      onSaved={() => showToast('Saved.')}
      read={(form) => ({ name: textOf(form, 'name') })}
      subject={{
        record: kept,
        valuesOf: ({ name }) => ({ name }),
        readAnew: async () => (await call('auth.get_account', {})).user,
        update: async (input, version) => setKept((await updating.mutateAsync({ input, version })).user),
      }}
    >
      {({ errorAt, values }) => (
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          defaultValue={values.name}
          error={errorAt('name')}
          hint={`Signed in with ${user.email}.`}
          className="max-w-md"
        />
      )}
    </EditForm>
  );
}
