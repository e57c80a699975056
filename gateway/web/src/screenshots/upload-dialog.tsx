import { useUpload } from '../api/upload.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { IMAGE_TYPES } from '../ui/fields/image-types.js';
import { UploadDrop } from '../ui/fields/upload-drop.js';

/** Stores a screenshot; it can be linked to a deal afterwards. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const upload = useUpload('screenshots.create');
  return (
    <Dialog title="Upload screenshot" isOpen onClose={onClose}>
      <UploadDrop
        upload={upload}
        label="Drop an image here"
        accept={IMAGE_TYPES}
        hint="PNG, JPEG, WebP, GIF, AVIF or BMP, at most 40 MB."
        onFile={(file) => upload.mutate(file, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
