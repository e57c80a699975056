import { useNavigate } from '@tanstack/react-router';
import { useUpload } from '../api/upload.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { IMAGE_TYPES } from '../ui/fields/image-types.js';
import { UploadDrop } from '../ui/fields/upload-drop.js';

/** A link to a photo, which is uploaded here. */
export function PhotoDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const upload = useUpload('short_links.create_photo');
  const send = (file: File): void =>
    upload.mutate(file, {
      onSuccess: ({ id }) => void navigate({ to: '/links/$linkId', params: { linkId: id } }),
    });
  return (
    <Dialog title="Photo link" isOpen onClose={onClose}>
      <UploadDrop
        upload={upload}
        label="Drop a photo here"
        accept={IMAGE_TYPES}
        hint="PNG, JPEG, WebP, GIF, AVIF or BMP, at most 40 MB. Anyone with the link can see it. Location and camera data are removed."
        onFile={send}
      />
    </Dialog>
  );
}
