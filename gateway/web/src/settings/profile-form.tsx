import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import { showToast } from '../ui/toasts.js';

export function ProfileForm() {
  const { user } = useSignedIn();
  const updating = useChange('auth.update_account');
  return (
    <RecordForm
      action="Save"
      fields={['name']}
      submit={async (form) => {
        await updating.mutateAsync({ input: { name: textOf(form, 'name') }, version: user.version });
        showToast('Saved.');
      }}
    >
      {(errorAt) => (
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          defaultValue={user.name}
          error={errorAt('name')}
          hint={`Signed in with ${user.email}.`}
          className="max-w-md"
        />
      )}
    </RecordForm>
  );
}
