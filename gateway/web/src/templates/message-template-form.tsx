import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextArea, TextField } from '../ui/field.js';
import { listOf, optionalText, textOf } from '../ui/form-text.js';
import type { ErrorAt } from '../ui/record-form.js';
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
    <Dialog title={template ? 'Edit message' : 'New message'} isOpen isWide onClose={onClose}>
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

const NAMES = {
  name: 'Name',
  subject: 'Subject (optional)',
  body: 'Text',
  tags: 'Tags',
  attachments: 'Attachments',
};

interface MessageValues extends Pick<MessageTemplate, 'name' | 'subject' | 'body' | 'tags'> {
  readonly attachments: readonly NewAttachment[];
}

const BLANK: MessageValues = { name: '', subject: null, body: '', tags: [], attachments: [] };

function valuesOf({ name, subject, body, tags, attachments }: WholeTemplate): MessageValues {
  const files = attachments.flatMap((file) =>
    file.dataUrl === undefined ? [] : [{ name: file.name, dataUrl: file.dataUrl }],
  );
  return { name, subject, body, tags, attachments: files };
}

function readMessage(form: FormData, { attachments }: MessageValues): MessageValues {
  return {
    name: textOf(form, 'name'),
    subject: optionalText(form, 'subject'),
    body: textOf(form, 'body'),
    tags: listOf(textOf(form, 'tags')),
    attachments,
  };
}

/** What is sent; lists of files are sent as a whole. */
function inputOf<Given extends Partial<MessageValues>>({ attachments, ...fields }: Given) {
  return { ...fields, ...(attachments && { attachments: [...attachments] }) };
}

function Form({ template, onClose }: { readonly template?: WholeTemplate; readonly onClose: () => void }) {
  const creating = useChange('templates.message.create');
  const updating = useChange('templates.message.update');
  const subject = template
    ? {
        record: template,
        valuesOf,
        readAnew: () => call('templates.message.get', { templateId: template.id }),
        update: (changes: Partial<MessageValues>, version: number) =>
          updating.mutateAsync({ input: { templateId: template.id, ...inputOf(changes) }, version }),
      }
    : { blank: BLANK, create: (typed: MessageValues) => creating.mutateAsync({ input: inputOf(typed) }) };
  return (
    <EditForm
      action={template ? 'Save' : 'Create'}
      names={NAMES}
      onCancel={onClose}
      onSaved={onClose}
      read={readMessage}
      show={{ attachments: (files) => files.map(({ name }) => name).join('\n') }}
      subject={subject}
    >
      {(parts) => <MessageFields {...parts} />}
    </EditForm>
  );
}

interface MessageFieldsProps {
  readonly values: MessageValues;
  readonly errorAt: ErrorAt;
  readonly change: (changed: Partial<MessageValues>) => void;
}

function MessageFields({ values, errorAt, change }: MessageFieldsProps) {
  return (
    <>
      <TextField
        label={NAMES.name}
        name="name"
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        defaultValue={values.name}
        error={errorAt('name')}
      />
      <TextField
        label={NAMES.subject}
        name="subject"
        maxLength={200}
        autoComplete="off"
        defaultValue={values.subject ?? ''}
        error={errorAt('subject')}
      />
      <TextArea
        label={NAMES.body}
        name="body"
        rows={10}
        required
        maxLength={20_000}
        defaultValue={values.body}
        error={errorAt('body')}
        hint="{deal}, {code}, {contact} and {views} are filled in when you copy the message."
      />
      <TextField
        label={NAMES.tags}
        name="tags"
        autoComplete="off"
        defaultValue={values.tags.join(', ')}
        error={errorAt('tags')}
        hint="Separate with commas. The tag “story” marks the message for stories."
      />
      <AttachmentField
        attachments={values.attachments}
        onChange={(attachments) => change({ attachments })}
        error={errorAt('attachments')}
      />
    </>
  );
}
