import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { lastDayOf } from '../last-day.js';
import { useFormats } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { listOf, optionalText, textOf } from '../ui/form-text.js';
import { nameOf, type ShortLink } from './short-link.js';
import { withScheme } from './with-scheme.js';

const NAMES = {
  url: 'Destination',
  title: 'Title',
  campaign: 'Campaign',
  tags: 'Tags',
  expiresAt: 'Expires on (end of day)',
};

interface LinkValues extends Pick<ShortLink, 'title' | 'campaign' | 'tags'> {
  readonly url: string;
  /** The last day; a date covers its whole day. */
  readonly expiresAt: string | null;
}

function readLink(form: FormData, { url }: LinkValues): LinkValues {
  return {
    url: form.has('url') ? withScheme(textOf(form, 'url')) : url,
    title: optionalText(form, 'title'),
    campaign: optionalText(form, 'campaign'),
    tags: listOf(textOf(form, 'tags')),
    expiresAt: optionalText(form, 'expiresAt'),
  };
}

/** Changes a link. */
export function EditLinkDialog({ link, onClose }: { readonly link: ShortLink; readonly onClose: () => void }) {
  const [dialogTitle] = useState(`Edit ${nameOf(link)}`);
  const formats = useFormats();
  const updating = useChange('short_links.update');
  const valuesOf = ({ url, title, campaign, tags, expiresAt }: ShortLink): LinkValues => {
    const lastDay = expiresAt === null ? null : lastDayOf(expiresAt, formats);
    return { url: url ?? '', title, campaign, tags, expiresAt: lastDay };
  };
  return (
    <Dialog title={dialogTitle} isOpen onClose={onClose}>
      <EditForm
        action="Save"
        names={NAMES}
        onCancel={onClose}
        onSaved={onClose}
        read={readLink}
        subject={{
          record: link,
          valuesOf,
          readAnew: () => call('short_links.get', { linkId: link.id }),
          update: (changes, version) => updating.mutateAsync({ input: { linkId: link.id, ...changes }, version }),
        }}
      >
        {({ errorAt, values }) => (
          <>
            {link.kind === 'url' && (
              <TextField
                label={NAMES.url}
                name="url"
                required
                maxLength={8_192}
                defaultValue={values.url}
                error={errorAt('url')}
              />
            )}
            <TextField
              label={NAMES.title}
              name="title"
              maxLength={200}
              defaultValue={values.title ?? ''}
              error={errorAt('title')}
            />
            <TextField
              label={NAMES.campaign}
              name="campaign"
              maxLength={100}
              defaultValue={values.campaign ?? ''}
              error={errorAt('campaign')}
            />
            <TextField
              label={NAMES.tags}
              name="tags"
              hint="Separate with commas."
              defaultValue={values.tags.join(', ')}
              error={errorAt('tags')}
            />
            <TextField
              label={NAMES.expiresAt}
              name="expiresAt"
              type="date"
              hint="Leave empty to keep it active."
              defaultValue={values.expiresAt ?? ''}
              error={errorAt('expiresAt')}
            />
          </>
        )}
      </EditForm>
    </Dialog>
  );
}
