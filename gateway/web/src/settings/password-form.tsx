import { useRef } from 'react';
import { useChange } from '../api/queries.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';

export function PasswordForm() {
  const changing = useChange('auth.change_password');
  const form = useRef<HTMLFormElement>(null);
  return (
    <RecordForm
      ref={form}
      action="Change password"
      fields={['currentPassword', 'newPassword']}
      aside={<span className="text-soft">You'll be signed out of all other sessions.</span>}
      submit={async (typed) => {
        const input = { currentPassword: textOf(typed, 'currentPassword'), newPassword: textOf(typed, 'newPassword') };
        await changing.mutateAsync({ input });
        form.current?.reset();
        showToast('Password updated');
      }}
    >
      {(errorAt) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
            error={errorAt('currentPassword')}
          />
          <TextField
            label="New password"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={200}
            hint="At least 8 characters."
            error={errorAt('newPassword')}
          />
        </div>
      )}
    </RecordForm>
  );
}
