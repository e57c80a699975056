import { findInList } from '../api/find-in-list.js';
import type { Item } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { useToday } from '../shell/account.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { optionalText, textOf } from '../ui/form-text.js';
import type { Deal } from './deal-texts.js';

export type Video = Item<'deals.list_videos'>;

interface VideoFormProps {
  readonly deal: Deal;
  /** Absent for a new one. */
  readonly video?: Video;
  readonly onClose: () => void;
}

const NAMES = { url: 'Link', postDate: 'Posted on', title: 'Title (optional)' };

const valuesOf = ({ originalUrl, postDate, title }: Video) => ({ url: originalUrl, postDate: postDate ?? '', title });

/** Adds a video to a deal, or changes one. */
export function VideoForm({ deal, video, onClose }: VideoFormProps) {
  const today = useToday();
  const adding = useChange('deals.add_video');
  const updating = useChange('deals.update_video');
  const dealId = deal.id;
  return (
    <Dialog title={video ? 'Edit video' : 'Add video'} isOpen onClose={onClose}>
      <EditForm
        action={video ? 'Save' : 'Add'}
        names={NAMES}
        onCancel={onClose}
        onSaved={onClose}
        read={(form) => ({
          url: textOf(form, 'url'),
          postDate: textOf(form, 'postDate'),
          title: optionalText(form, 'title'),
        })}
        subject={
          video
            ? {
                record: video,
                valuesOf,
                readAnew: () => findInList('deals.list_videos', { dealId }, ({ id }) => id === video.id),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { dealId, videoId: video.id, ...changes }, version }),
              }
            : {
                blank: { url: '', postDate: today, title: null },
                create: (typed) => adding.mutateAsync({ input: { dealId, ...typed } }),
              }
        }
      >
        {({ errorAt, values }) => (
          <>
            <TextField
              label={NAMES.url}
              name="url"
              required
              autoFocus
              autoComplete="off"
              defaultValue={values.url}
              error={errorAt('url')}
            />
            <TextField
              label={NAMES.postDate}
              name="postDate"
              type="date"
              required
              defaultValue={values.postDate}
              error={errorAt('postDate')}
            />
            <TextField
              label={NAMES.title}
              name="title"
              maxLength={200}
              autoComplete="off"
              defaultValue={values.title ?? ''}
              error={errorAt('title')}
            />
          </>
        )}
      </EditForm>
    </Dialog>
  );
}
