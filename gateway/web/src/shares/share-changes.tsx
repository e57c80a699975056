import { describeError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { showError, showToast } from '../ui/toasts.js';
import type { ExternalShare } from './record.js';

/** Disables a shared link, and enables it again. */
export function useShareDisabling({ id, isActive, version }: ExternalShare) {
  const changing = useChange('external_shares.update');
  return {
    isBusy: changing.isPending,
    turn: (): void => {
      changing
        .mutateAsync({ input: { shareId: id, isActive: !isActive }, version })
        .then(() => showToast(isActive ? 'Link disabled' : 'Link enabled'))
        .catch((error: unknown) => showError(describeError(error)));
    },
  };
}

interface EndShareProps {
  readonly share: ExternalShare;
  readonly onEnded?: () => void;
  readonly onClose: () => void;
}

/** Asks before deleting a link. */
export function EndShareDialog({ share, onEnded, onClose }: EndShareProps) {
  const ending = useChange('external_shares.delete');
  return (
    <ConfirmDialog
      title="End link?"
      action="End link"
      onClose={onClose}
      run={async () => {
        await ending.mutateAsync({ input: { shareId: share.id }, version: share.version });
        showToast('Link ended');
        onEnded?.();
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        The link to <bdi className="font-medium">{share.entityTitle}</bdi> stops working for good. To pause it, disable
        it instead.
      </p>
    </ConfirmDialog>
  );
}
