import { Dialog } from '../ui/dialogs/dialog.js';
import { ExternalShareForm } from './external-share-form.js';
import type { ExternalShare } from './record.js';

/** Changes the contents and the end of a shared link. The address stays. */
export function EditShareDialog({ share, onClose }: { readonly share: ExternalShare; readonly onClose: () => void }) {
  return (
    <Dialog title="Edit link" isOpen isWide isInColumns onClose={onClose}>
      <p className="-mt-3 mb-4 text-soft [overflow-wrap:anywhere]">
        To <bdi>{share.entityTitle}</bdi>. The link itself stays the same.
      </p>
      <ExternalShareForm record={share} share={share} onClose={onClose} />
    </Dialog>
  );
}
