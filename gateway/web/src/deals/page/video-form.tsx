import { findInList } from '../../api/find-in-list.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { useToday } from '../../shell/account.js';
import { Dialog } from '../../ui/dialogs/dialog.js';
import { EditForm } from '../../ui/fields/edit-form.js';
import { fieldsOf } from '../../ui/fields/fields-of.js';
import { day, text } from '../../ui/fields/form-fields.js';
import { FUTURE_POST } from '../../videos/future-post.js';

export type Video = Item<'deals.list_videos'>;

interface VideoFormProps {
  readonly dealId: string;
  /** Absent for a new one. */
  readonly video?: Video;
  readonly onClose: () => void;
}

const FIELDS = fieldsOf('deals.add_video', {
  url: text('Link', { autoFocus: true }),
  postDate: day('Posted on', { futureHint: FUTURE_POST }),
  title: text('Title (optional)'),
});

/** Adds a video to a deal, or changes one. */
export function VideoForm({ dealId, video, onClose }: VideoFormProps) {
  const today = useToday();
  const adding = useChange('deals.add_video');
  const updating = useChange('deals.update_video');
  return (
    <Dialog title={video ? 'Edit video' : 'Add video'} isOpen onClose={onClose}>
      <EditForm
        action={video ? 'Save' : 'Add'}
        fields={FIELDS}
        onCancel={onClose}
        onSaved={onClose}
        subject={
          video
            ? {
                record: video,
                valuesOf: ({ originalUrl, postDate }) => ({ url: originalUrl, postDate: postDate ?? '' }),
                refetch: () => findInList('deals.list_videos', { dealId }, ({ id }) => id === video.id),
                update: (changes, version) =>
                  updating.mutateAsync({ input: { dealId, videoId: video.id, ...changes }, version }),
              }
            : {
                start: { postDate: today },
                send: (typed) => adding.mutateAsync({ input: { dealId, ...typed } }),
              }
        }
      />
    </Dialog>
  );
}
