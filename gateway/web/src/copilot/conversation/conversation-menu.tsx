import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { buttonClass } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { showError, showToast } from '../../ui/toasts.js';

// Loaded when the first is opened.
const RenameDialog = lazy(async () => ({ default: (await import('./conversation-dialogs.js')).RenameDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./conversation-dialogs.js')).DeleteDialog }));

/** Actions on a whole conversation. */
export function ConversationMenu({ conversation }: { readonly conversation: Output<'copilot.get_conversation'> }) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const archiving = useChange('copilot.update_conversation');
  const { id: conversationId, version, archivedAt } = conversation;
  const isArchived = archivedAt !== null;
  const archive = (): void =>
    archiving.mutate(
      { input: { conversationId, archived: !isArchived }, version },
      {
        onSuccess: () => showToast(isArchived ? 'Conversation restored' : 'Conversation archived'),
        onError: (error) => showError(describeError(error)),
      },
    );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu
        label="More"
        className={buttonClass('plain', 'px-2')}
        items={[
          { label: 'Rename', run: () => setOpen('rename') },
          { label: isArchived ? 'Restore' : 'Archive', run: archive },
          { label: 'Delete', run: () => setOpen('delete'), isDangerous: true },
        ]}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>
      {open === 'rename' && (
        <Suspense>
          <RenameDialog conversation={conversation} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && (
        <Suspense>
          <DeleteDialog conversation={conversation} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
