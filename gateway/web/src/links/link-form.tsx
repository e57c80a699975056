import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { lastDayOf } from '../days/last-day.js';
import { LinkTags, tags } from '../records/tag-fields.js';
import { useFormats } from '../shell/account.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { day, text } from '../ui/fields/form-fields.js';
import { nameOf, type ShortLink } from './short-link.js';
import { withScheme } from './with-scheme.js';

const FIELDS = fieldsOf('short_links.update', {
  url: text('Destination', { maxLength: 8_192 }),
  title: text('Title'),
  campaign: text('Campaign'),
  tags: tags('Tags', LinkTags),
  expiresAt: day('Expires on (end of day)', { hint: 'Leave empty to keep it active.' }),
});

/** A photo link has no destination. */
const OF_PHOTO = { ...FIELDS, url: { ...FIELDS.url, control: () => null } };

/** Changes a link. */
export function EditLinkDialog({ link, onClose }: { readonly link: ShortLink; readonly onClose: () => void }) {
  const [dialogTitle] = useState(`Edit ${nameOf(link)}`);
  const formats = useFormats();
  const updating = useChange('short_links.update');
  return (
    <Dialog title={dialogTitle} isOpen onClose={onClose}>
      <EditForm
        action="Save"
        fields={link.kind === 'photo' ? OF_PHOTO : FIELDS}
        onCancel={onClose}
        onSaved={onClose}
        subject={{
          record: link,
          valuesOf: ({ url, expiresAt }) => ({
            url: url ?? '',
            expiresAt: expiresAt === null ? null : lastDayOf(expiresAt, formats),
          }),
          refetch: () => call('short_links.get', { linkId: link.id }),
          update: ({ url, ...changes }, version) =>
            updating.mutateAsync({
              input: { linkId: link.id, ...changes, ...(url !== undefined && { url: withScheme(url) }) },
              version,
            }),
        }}
      />
    </Dialog>
  );
}
