import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { forgetAll } from '../shell/sign-out.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { PasswordField } from '../ui/fields/password-field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';

/** Says what will be deleted, and asks for the password. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const deleting = useChange('auth.delete_account');
  return (
    <>
      <p className="mb-3 max-w-prose text-soft">
        Your deals, videos, view counts, contacts, tasks, templates, screenshots and shared links are deleted with your
        account, and your sessions and agents are signed out. Teams you own are transferred to another member, or
        deleted if you're the only one.
      </p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete account…
      </Button>
      {isOpen && (
        <Dialog title="Delete account?" isOpen onClose={() => setOpen(false)}>
          <RecordForm
            action="Delete account"
            isDangerous
            fields={['password']}
            onCancel={() => setOpen(false)}
            submit={async (form) => {
              await deleting.mutateAsync({ input: { password: textOf(form, 'password') } });
              forgetAll();
              location.assign('/welcome');
            }}
          >
            {(errorAt) => (
              <PasswordField
                label="Your password"
                name="password"
                autoComplete="current-password"
                error={errorAt('password')}
                hint="This can't be undone."
              />
            )}
          </RecordForm>
        </Dialog>
      )}
    </>
  );
}
