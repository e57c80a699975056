import { useUndoableDeletion } from '../../shell/undoable-deletion.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import type { Video } from './video-form.js';

interface DeleteVideoProps {
  readonly dealId: string;
  readonly video: Video;
  readonly onClose: () => void;
}

/** Asks before a video is deleted with its view counts. */
export function DeleteVideo({ dealId, video, onClose }: DeleteVideoProps) {
  const deleteVideo = useUndoableDeletion('deals.delete_video');
  const name = video.title ?? video.url;
  return (
    <ConfirmDialog
      title="Delete video?"
      action="Delete video"
      onClose={onClose}
      run={async () =>
        deleteVideo({ id: video.id, what: `“${name}”`, input: { dealId, videoId: video.id }, version: video.version })
      }
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi>{name}</bdi> is deleted with its view counts.
      </p>
    </ConfirmDialog>
  );
}
