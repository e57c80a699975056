import { Dialog } from '../ui/dialogs/dialog.js';
import { ExternalShares } from './external-shares.js';
import type { SharedRecord } from './record.js';
import { TeamShares } from './team-shares.js';

/** Shares a record: with teams, and by shared links. */
export function ShareDialog({ record, onClose }: { readonly record: SharedRecord; readonly onClose: () => void }) {
  return (
    <Dialog title="Share" isOpen isWide isInColumns onClose={onClose}>
      <p className="-mt-3 mb-4 text-soft [overflow-wrap:anywhere]">
        <bdi>{record.title}</bdi>
      </p>
      <div className="flex flex-col gap-6">
        <TeamShares record={record} />
        <ExternalShares record={record} />
      </div>
    </Dialog>
  );
}
