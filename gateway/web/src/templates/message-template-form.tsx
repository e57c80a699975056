import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { isUnreadable, useChange, useOperation } from '../api/queries.js';
import { MessageTags, tags } from '../records/tag-fields.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { type Field, fieldsOf } from '../ui/fields/fields-of.js';
import { area, text } from '../ui/fields/form-fields.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { AttachmentField, type NewAttachment } from './attachment-field.js';
import { WithPlaceholders } from './placeholder-chips.js';

type WholeTemplate = Output<'templates.message.get'>;

interface MessageTemplateFormProps {
  /** Absent for a new one. */
  readonly templateId?: string;
  readonly onClose: () => void;
}

/** Creates or changes a message template. */
export function MessageTemplateForm({ templateId, onClose }: MessageTemplateFormProps) {
  return (
    <Dialog title={templateId ? 'Edit message template' : 'New message template'} isOpen isWide onClose={onClose}>
      {templateId ? <LoadedForm templateId={templateId} onClose={onClose} /> : <Form onClose={onClose} />}
    </Dialog>
  );
}

/** Only a single template is returned with its attachments. */
function LoadedForm({ templateId, onClose }: { readonly templateId: string; readonly onClose: () => void }) {
  const template = useOperation('templates.message.get', { templateId });
  if (isUnreadable(template)) return <PageError error={template.error} />;
  if (!template.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <Form template={template.data} onClose={onClose} />;
}

const ATTACHMENTS: Field<NewAttachment[]> = {
  label: 'Attachments',
  blank: [],
  read: (_form, _name, kept) => kept,
  show: (files) => files.map(({ name }) => name).join('\n'),
  control: ({ value, change, error }) => <AttachmentField attachments={value} onChange={change} error={error} />,
};

const PLAIN_BODY = area('Text', { rows: 10, hint: 'Placeholders are filled in when you copy the message.' });
const BODY: Field<string | null> = {
  ...PLAIN_BODY,
  control: (props) => <WithPlaceholders>{PLAIN_BODY.control(props)}</WithPlaceholders>,
};

const FIELDS = fieldsOf('templates.message.create', {
  name: text('Name', { autoFocus: true }),
  subject: text('Subject (optional)'),
  body: BODY,
  tags: tags('Tags', MessageTags, 'Tag it “story” so that agents find it when they write text for a story.'),
  attachments: ATTACHMENTS,
});

function attachmentsOf({ attachments }: WholeTemplate): NewAttachment[] {
  return attachments.flatMap(({ name, dataUrl }) => (dataUrl === undefined ? [] : [{ name, dataUrl }]));
}

function Form({ template, onClose }: { readonly template?: WholeTemplate; readonly onClose: () => void }) {
  const creating = useChange('templates.message.create');
  const updating = useChange('templates.message.update');
  return (
    <EditForm
      action={template ? 'Save' : 'Create'}
      fields={FIELDS}
      onCancel={onClose}
      onSaved={onClose}
      subject={
        template
          ? {
              record: template,
              valuesOf: (whole) => ({ attachments: attachmentsOf(whole) }),
              refetch: () => call('templates.message.get', { templateId: template.id }),
              update: (changes, version) =>
                updating.mutateAsync({ input: { templateId: template.id, ...changes }, version }),
            }
          : { send: (input) => creating.mutateAsync({ input }) }
      }
    />
  );
}
