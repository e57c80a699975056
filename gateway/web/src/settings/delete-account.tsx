import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { forgetAll } from '../shell/sign-out.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';

/** Says what goes, and wants the password. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const deleting = useChange('auth.delete_account');
  return (
    <>
      <p className="mb-3 max-w-prose text-soft">
        Your deals, videos, readings, contacts, tasks, templates, screenshots and links for people outside go with the
        account, and so do your sessions and the agents that are connected. Teams that you own pass to another member;
        those without one are deleted.
      </p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete the account…
      </Button>
      {isOpen && (
        <Dialog title="Delete the account?" isOpen onClose={() => setOpen(false)}>
          <RecordForm
            action="Delete everything"
            fields={['password']}
            onCancel={() => setOpen(false)}
            submit={async (form) => {
              await deleting.mutateAsync({ input: { password: textOf(form, 'password') } });
              forgetAll();
              location.assign('/welcome');
            }}
          >
            {(errorAt) => (
              <TextField
                label="Your password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                maxLength={200}
                error={errorAt('password')}
                hint="This cannot be taken back."
              />
            )}
          </RecordForm>
        </Dialog>
      )}
    </>
  );
}
