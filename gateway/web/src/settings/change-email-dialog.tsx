import { useChange } from '../api/queries.js';
import { useSendsMail } from '../shell/confirm-email.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TextField } from '../ui/fields/field.js';
import { PasswordField } from '../ui/fields/password-field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';

/** Changes the account's email, with which the user then signs in. */
export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const changing = useChange('auth.change_email');
  const sendsMail = useSendsMail();
  return (
    <Dialog title="Change email" isOpen onClose={onClose}>
      <RecordForm
        action="Change email"
        fields={['email', 'password']}
        fieldOfCode={{ EMAIL_TAKEN: 'email', INVALID_CREDENTIALS: 'password' }}
        onCancel={onClose}
        submit={async (form) => {
          const input = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') };
          await changing.mutateAsync({ input });
          showToast(sendsMail ? 'Email changed. We sent a link that confirms it.' : 'Email changed');
          onClose();
        }}
      >
        {(errorAt) => (
          <>
            <TextField
              label="New email"
              name="email"
              type="email"
              required
              autoFocus
              autoComplete="email"
              hint="You sign in with it from now on."
              error={errorAt('email')}
            />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              error={errorAt('password')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}
