import { useRef } from 'react';
import { useChange } from '../api/queries.js';
import { PasswordField } from '../ui/fields/password-field.js';
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
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={errorAt('currentPassword')}
          />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            minLength={8}
            hint="At least 8 characters."
            error={errorAt('newPassword')}
          />
        </div>
      )}
    </RecordForm>
  );
}
