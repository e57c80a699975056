import { describeError } from '../api/api-error.js';
import { useUpload } from '../api/upload.js';
import { Dialog } from '../ui/dialog.js';
import { FileDrop } from '../ui/file-drop.js';
import { Notice } from '../ui/notice.js';
import { PICTURE_TYPES } from '../ui/picture-types.js';

/** Stores a picture; it can be linked to a deal afterwards. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const upload = useUpload('screenshots.create');
  return (
    <Dialog title="Upload a screenshot" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        {upload.isError && <Notice tone="bad">{describeError(upload.error)}</Notice>}
        {upload.isPending ? (
          <Notice>Uploading…</Notice>
        ) : (
          <FileDrop
            label="Drop a picture here"
            accept={PICTURE_TYPES}
            hint="PNG, JPEG, WebP, GIF, AVIF or BMP, at most 40 MB."
            onFile={(file) => upload.mutate(file, { onSuccess: onClose })}
          />
        )}
      </div>
    </Dialog>
  );
}
