import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item, Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { Dialog } from '../ui/dialog.js';
import { FIELD_CLASS } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { showToast } from '../ui/toasts.js';

interface PasswordLinkDialogProps {
  readonly user: Item<'admin.list_users'>;
  readonly onClose: () => void;
}

/** Makes a link with which a user sets a new password; it is shown this once. */
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const { time } = useFormats();
  const [link, setLink] = useState<Output<'admin.create_password_link'>>();
  const [problem, setProblem] = useState<string>();
  const creating = useChange('admin.create_password_link');
  const create = (): void => {
    creating
      .mutateAsync({ input: { userId: user.id } })
      .then(setLink, (error: unknown) => setProblem(describeError(error)));
  };
  return (
    <Dialog title="A link for a new password" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          Whoever opens it gets into the account of <bdi className="font-medium">{user.name}</bdi>. Give it to nobody
          else.
        </p>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {link ? (
          <>
            <input
              aria-label="The link"
              readOnly
              value={link.url}
              className={FIELD_CLASS}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p className="text-soft">It works once, until {time(link.expiresAt)}, and is not shown again.</p>
            <Button
              kind="primary"
              onClick={() => void copyText(link.url).then((isCopied) => isCopied && showToast('Copied the link.'))}
            >
              Copy
            </Button>
          </>
        ) : (
          <Button kind="primary" disabled={creating.isPending} onClick={create}>
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  );
}
