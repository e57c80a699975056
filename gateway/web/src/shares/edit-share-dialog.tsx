import { Dialog } from '../ui/dialog.js';
import { OutsideShareForm } from './outside-share-form.js';
import type { OutsideShare } from './record.js';

/** Changes the contents and the end of a link for people outside. The address stays. */
export function EditShareDialog({ share, onClose }: { readonly share: OutsideShare; readonly onClose: () => void }) {
  return (
    <Dialog title="Edit link" isOpen isWide onClose={onClose}>
      <p className="-mt-3 mb-4 text-soft [overflow-wrap:anywhere]">
        To <bdi>{share.entityTitle}</bdi>. The link itself stays the same.
      </p>
      <OutsideShareForm record={share} share={share} onClose={onClose} />
    </Dialog>
  );
}
