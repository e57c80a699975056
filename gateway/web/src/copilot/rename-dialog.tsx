import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';

type Conversation = Output<'copilot.get_conversation'>;

interface RenameDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Asks what a conversation is to be called. */
export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const renaming = useChange('copilot.update_conversation');
  const { id: conversationId } = conversation;
  return (
    <Dialog title="Rename the conversation" isOpen onClose={onClose}>
      <EditForm
        action="Rename"
        names={{ title: 'Title' }}
        onCancel={onClose}
        onSaved={onClose}
        read={(form) => ({ title: textOf(form, 'title').trim() })}
        subject={{
          record: conversation,
          valuesOf: ({ title }: Conversation) => ({ title: title ?? '' }),
          readAnew: () => call('copilot.get_conversation', { conversationId }),
          update: (changes, version) => renaming.mutateAsync({ input: { conversationId, ...changes }, version }),
        }}
      >
        {({ errorAt, values }) => (
          <TextField
            label="Title"
            name="title"
            required
            autoFocus
            maxLength={200}
            autoComplete="off"
            defaultValue={values.title}
            error={errorAt('title')}
          />
        )}
      </EditForm>
    </Dialog>
  );
}
