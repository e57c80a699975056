import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item, Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { Notice } from '../ui/notice.js';

interface PasswordLinkDialogProps {
  readonly user: Item<'admin.list_users'>;
  readonly onClose: () => void;
}

/** Creates a link with which a user sets a new password; it is shown only once. */
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const { time } = useFormats();
  const [link, setLink] = useState<Output<'admin.create_password_link'>>();
  const [problem, setProblem] = useState<string>();
  const creating = useChange('admin.create_password_link');
  const create = (): void => {
    setProblem(undefined);
    creating
      .mutateAsync({ input: { userId: user.id } })
      .then(setLink, (error: unknown) => setProblem(describeError(error)));
  };
  return (
    <Dialog title="Password link" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          Anyone who opens it can sign in to the account of <bdi className="font-medium">{user.name}</bdi>. Share it
          with that person only.
        </p>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {link ? (
          <>
            <CopyField label="Password link" text={link.url} autoFocus />
            <p className="text-soft">It works once and expires on {time(link.expiresAt)}. It won't be shown again.</p>
          </>
        ) : (
          <Button kind="primary" disabled={creating.isPending} onClick={create}>
            Create link
          </Button>
        )}
      </div>
    </Dialog>
  );
}
