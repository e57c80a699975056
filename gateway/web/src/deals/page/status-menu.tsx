import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../api/api-error.js';
import { versionAfterOwnChanges } from '../../api/own-changes.js';
import { useChange } from '../../api/queries.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { Menu } from '../../ui/menu.js';
import { showError, showToast } from '../../ui/toasts.js';
import { type Deal, type DealStatus, NEXT_STATUSES, STATUS_NAMES } from '../deal-texts.js';
import { StatusChip } from '../status-chip.js';

/** The status of a deal, with a menu of possible next ones; canceling asks first. */
export function StatusMenu({ deal }: { readonly deal: Deal }) {
  const [isCancelling, setCancelling] = useState(false);
  const changing = useChange('deals.update');
  const setStatus = (status: DealStatus): Promise<unknown> =>
    changing.mutateAsync({
      input: { dealId: deal.id, status },
      version: versionAfterOwnChanges(deal.id, deal.version),
    });
  const change = async (status: DealStatus, isUndo = false): Promise<void> => {
    try {
      await setStatus(status);
    } catch (error) {
      return showError(describeError(error));
    }
    if (status !== 'completed' || isUndo) return;
    const undo = (): void => void change(deal.status, true);
    showToast('Deal completed. No more checks are due.', { action: { label: 'Undo', run: undo } });
  };
  return (
    <>
      <Menu
        label={`Status: ${STATUS_NAMES[deal.status]}`}
        className="-mx-1 inline-flex min-h-7 items-center gap-0.5 rounded px-1 hover:bg-sunken pointer-coarse:min-h-11"
        align="start"
        items={NEXT_STATUSES[deal.status].map((status) =>
          status === 'cancelled'
            ? { label: 'Cancel deal…', run: () => setCancelling(true), isDangerous: true, isApart: true }
            : { label: actionOf(deal.status, status), run: () => void change(status) },
        )}
      >
        <StatusChip status={deal.status} />
        <ChevronDown size={14} aria-hidden />
      </Menu>
      {isCancelling && (
        <ConfirmDialog
          title="Cancel deal?"
          action="Cancel deal"
          keep="Keep deal"
          onClose={() => setCancelling(false)}
          run={() => setStatus('cancelled')}
        >
          <bdi className="font-medium [overflow-wrap:anywhere]">{deal.name}</bdi> gets no more view checks. Its view
          counts and payments stay.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Labels of status changes. */
function actionOf(from: DealStatus, to: DealStatus): string {
  if (to === 'completed') return 'Complete deal';
  if (to === 'draft') return 'Back to draft';
  return from === 'draft' ? 'Activate deal' : 'Reopen deal';
}
