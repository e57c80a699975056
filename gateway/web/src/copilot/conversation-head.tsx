import { Link } from '@tanstack/react-router';
import { ChevronLeft, Ellipsis, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { PageHead } from '../ui/page-head.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showToast } from '../ui/toasts.js';
import { titleOf } from './conversation-names.js';

// What they are made of comes with the first that is opened.
const RenameDialog = lazy(async () => ({ default: (await import('./conversation-dialogs.js')).RenameDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./conversation-dialogs.js')).DeleteDialog }));

type Conversation = Output<'copilot.get_conversation'>;

/** The head of a conversation, with what can be done to all of it. */
export function ConversationHead({ conversation }: { readonly conversation: Conversation }) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const archiving = useChange('copilot.update_conversation');
  const { id: conversationId, version, archivedAt } = conversation;
  const isArchived = archivedAt !== null;
  const archive = (): void =>
    archiving.mutate(
      { input: { conversationId, archived: !isArchived }, version },
      {
        onSuccess: () => showToast(isArchived ? 'Restored.' : 'Memory archived'),
        onError: (error) => showToast(describeError(error)),
      },
    );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Link
        to="/copilot"
        className={`${TEXT_LINK} mb-2 inline-flex items-center gap-1 pointer-coarse:min-h-11 lg:hidden`}
      >
        <ChevronLeft size={15} aria-hidden /> Conversations
      </Link>
      <PageHead
        title={titleOf(conversation)}
        about={isArchived ? 'Archived' : undefined}
        actions={
          <>
            <Link to="/copilot" className={buttonClass()}>
              <Plus size={15} aria-hidden /> New conversation
            </Link>
            <Menu
              label="More"
              className={buttonClass('plain', 'px-2')}
              items={[
                { label: 'Rename', run: () => setOpen('rename') },
                { label: isArchived ? 'Bring back' : 'Archive', run: archive },
                { label: 'Delete', run: () => setOpen('delete'), isDangerous: true },
              ]}
            >
              <Ellipsis size={16} aria-hidden />
            </Menu>
          </>
        }
      />
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
