import { useState } from 'react';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { Dialog } from '../ui/dialog.js';
import { TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { AttachmentField, type NewAttachment } from './attachment-field.js';
import type { MessageTemplate } from './message-templates.js';

type WholeTemplate = Output<'templates.message.get'>;

interface MessageTemplateFormProps {
  /** Absent for a new one. */
  readonly template?: MessageTemplate;
  readonly onClose: () => void;
}

/** Writes a message, or changes one. */
export function MessageTemplateForm({ template, onClose }: MessageTemplateFormProps) {
  return (
    <Dialog title={template ? 'Edit the message' : 'New message'} isOpen isWide onClose={onClose}>
      {template ? <LoadedForm templateId={template.id} onClose={onClose} /> : <Form onClose={onClose} />}
    </Dialog>
  );
}

/** Attachments come with one template alone. */
function LoadedForm({ templateId, onClose }: { readonly templateId: string; readonly onClose: () => void }) {
  const template = useOperation('templates.message.get', { templateId });
  if (!template.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <Form template={template.data} onClose={onClose} />;
}

function Form({ template: given, onClose }: { readonly template?: WholeTemplate; readonly onClose: () => void }) {
  // Somebody else's change meanwhile leaves what is typed here.
  const [template] = useState(given);
  const [attachments, setAttachments] = useState<readonly NewAttachment[]>(() => attachmentsOf(template));
  const creating = useChange('templates.message.create');
  const updating = useChange('templates.message.update');
  return (
    <RecordForm
      action={template ? 'Save' : 'Create'}
      fields={['name', 'subject', 'body', 'tags', 'attachments']}
      onCancel={onClose}
      submit={async (form) => {
        const fields = {
          name: textOf(form, 'name'),
          subject: textOf(form, 'subject').trim() || null,
          body: textOf(form, 'body'),
          tags: textOf(form, 'tags')
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
          attachments: [...attachments],
        };
        if (template) {
          const input = { templateId: template.id, ...fields };
          await updating.mutateAsync({ input, version: given?.version });
        } else await creating.mutateAsync({ input: fields });
        onClose();
      }}
    >
      {(errorAt) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            autoFocus
            maxLength={200}
            autoComplete="off"
            defaultValue={template?.name}
            error={errorAt('name')}
          />
          <TextField
            label="Subject (optional)"
            name="subject"
            maxLength={200}
            autoComplete="off"
            defaultValue={template?.subject ?? ''}
            error={errorAt('subject')}
          />
          <TextArea
            label="Text"
            name="body"
            rows={10}
            required
            maxLength={20_000}
            defaultValue={template?.body}
            error={errorAt('body')}
            hint="{views} becomes what was recorded on the day when the message is copied."
          />
          <TextField
            label="Tags"
            name="tags"
            autoComplete="off"
            defaultValue={template?.tags.join(', ')}
            error={errorAt('tags')}
            hint="With commas between; story marks the message for stories."
          />
          <AttachmentField attachments={attachments} onChange={setAttachments} error={errorAt('attachments')} />
        </>
      )}
    </RecordForm>
  );
}

function attachmentsOf(template: WholeTemplate | undefined): NewAttachment[] {
  return (template?.attachments ?? []).flatMap(({ name, dataUrl }) =>
    dataUrl === undefined ? [] : [{ name, dataUrl }],
  );
}
