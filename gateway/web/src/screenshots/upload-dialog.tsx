import { useUpload } from '../api/upload.js';
import { Dialog } from '../ui/dialog.js';
import { PICTURE_TYPES } from '../ui/picture-types.js';
import { UploadDrop } from '../ui/upload-drop.js';

/** Stores a picture; it can be linked to a deal afterwards. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const upload = useUpload('screenshots.create');
  return (
    <Dialog title="Upload screenshot" isOpen onClose={onClose}>
      <UploadDrop
        upload={upload}
        label="Drop an image here"
        accept={PICTURE_TYPES}
        hint="PNG, JPEG, WebP, GIF, AVIF or BMP, at most 40 MB."
        onFile={(file) => upload.mutate(file, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
