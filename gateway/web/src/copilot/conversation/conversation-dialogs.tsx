import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { forgetDraft } from '../../kept/draft.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { EditForm } from '../../ui/fields/edit-form.js';
import { fieldsOf } from '../../ui/fields/fields-of.js';
import { text } from '../../ui/fields/form-fields.js';
import { draftOf } from './conversation-names.js';

type Conversation = Output<'copilot.get_conversation'>;

interface DialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

const FIELDS = fieldsOf('copilot.update_conversation', { title: text('Title', { autoFocus: true }) });

/** Asks for a conversation's new title. */
export function RenameDialog({ conversation, onClose }: DialogProps) {
  const renaming = useChange('copilot.update_conversation');
  const { id: conversationId } = conversation;
  return (
    <Dialog title="Rename the conversation" isOpen onClose={onClose}>
      <EditForm
        action="Rename"
        fields={FIELDS}
        onCancel={onClose}
        onSaved={onClose}
        subject={{
          record: conversation,
          valuesOf: ({ title }) => ({ title: title ?? '' }),
          refetch: () => call('copilot.get_conversation', { conversationId }),
          update: (changes, version) => renaming.mutateAsync({ input: { conversationId, ...changes }, version }),
        }}
      />
    </Dialog>
  );
}

/** Asks before deleting a conversation. */
export function DeleteDialog({ conversation: { id: conversationId, version }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const deleting = useChange('copilot.delete_conversation', {
    leave: () => navigate({ to: '/copilot', replace: true }),
  });
  return (
    <ConfirmDialog
      title="Delete the conversation"
      action="Delete the conversation"
      run={async () => {
        await deleting.mutateAsync({ input: { conversationId }, version });
        forgetDraft(draftOf(conversationId));
      }}
      onClose={onClose}
    >
      <p>Its messages are deleted for good.</p>
    </ConfirmDialog>
  );
}
