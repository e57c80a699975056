import { useState } from 'react';
import type { Input } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import { lastDayOf, nameOf, type ShortLink } from './short-link.js';

type LinkInput = Omit<Input<'short_links.update'>, 'linkId'>;

const FIELDS = ['url', 'title', 'campaign', 'tags', 'expiresAt'] as const;

/** Changes a link; only what was changed is sent. */
export function EditLinkDialog({ link, onClose }: { readonly link: ShortLink; readonly onClose: () => void }) {
  // Somebody else's change meanwhile brings another version, and leaves what is typed here.
  const [opened] = useState(link);
  const formats = useFormats();
  const update = useChange('short_links.update');
  const lastDay = opened.expiresAt === null ? '' : lastDayOf(opened.expiresAt, formats);
  return (
    <Dialog title={`Edit ${nameOf(opened)}`} isOpen onClose={onClose}>
      <RecordForm
        action="Save"
        fields={FIELDS}
        onCancel={onClose}
        submit={async (form) => {
          const changes = readChanges(form, opened, lastDay);
          if (Object.keys(changes).length > 0) {
            await update.mutateAsync({ input: { linkId: link.id, ...changes }, version: link.version });
          }
          onClose();
        }}
      >
        {(errorAt) => (
          <>
            {opened.kind === 'url' && (
              <TextField
                label="Leads to"
                name="url"
                required
                maxLength={8_192}
                defaultValue={opened.url ?? ''}
                error={errorAt('url')}
              />
            )}
            <TextField
              label="Title"
              name="title"
              maxLength={200}
              defaultValue={opened.title ?? ''}
              error={errorAt('title')}
            />
            <TextField
              label="Campaign"
              name="campaign"
              maxLength={100}
              defaultValue={opened.campaign ?? ''}
              error={errorAt('campaign')}
            />
            <TextField
              label="Tags"
              name="tags"
              hint="Parted by commas."
              defaultValue={opened.tags.join(', ')}
              error={errorAt('tags')}
            />
            <TextField
              label="Works until the end of"
              name="expiresAt"
              type="date"
              hint="Empty: until you switch it off."
              defaultValue={lastDay}
              error={errorAt('expiresAt')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}

/** What of the form differs from the link as it was when the form was opened. */
function readChanges(form: FormData, before: ShortLink, lastDay: string): LinkInput {
  const optional = (name: string): string | null => textOf(form, name).trim() || null;
  const [url, title, campaign, expiresAt] = [
    textOf(form, 'url').trim(),
    optional('title'),
    optional('campaign'),
    optional('expiresAt'),
  ];
  const tags = textOf(form, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return {
    ...(before.kind === 'url' && url !== before.url && { url }),
    ...(title !== before.title && { title }),
    ...(campaign !== before.campaign && { campaign }),
    ...(tags.join() !== before.tags.join() && { tags }),
    ...(expiresAt !== (lastDay || null) && { expiresAt }),
  };
}
