import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { showToast } from '../ui/toasts.js';

/** Denies all requests that are listed when the button is pressed; later ones keep waiting. Shows no button for a single one. */
export function DenyAll({ approvalIds }: { readonly approvalIds: readonly string[] }) {
  const { count } = useFormats();
  const queries = useQueryClient();
  const [chosen, choose] = useState<readonly string[]>();
  const deny = async (ids: readonly string[]): Promise<void> => {
    let denied = 0;
    try {
      for (const approvalId of ids) if (await denyOpen(approvalId)) denied += 1;
    } finally {
      refreshAfter(queries, 'approvals.deny');
    }
    const decided = ids.length - denied;
    const told = denied === 1 ? '1 request denied' : `${count(denied)} requests denied`;
    showToast(decided === 0 ? told : `${told}, ${count(decided)} no longer waiting`);
  };
  return (
    <>
      {approvalIds.length > 1 && (
        <Button kind="quiet" onClick={() => choose(approvalIds)}>
          Deny all
        </Button>
      )}
      {chosen && (
        <ConfirmDialog
          title={`Deny all ${count(chosen.length)} requests?`}
          action="Deny all"
          run={() => deny(chosen)}
          onClose={() => choose(undefined)}
        >
          Agents and the copilot can't do any of it, and may ask again.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Denies a request. Returns false if it was decided or expired meanwhile. */
async function denyOpen(approvalId: string): Promise<boolean> {
  try {
    await call('approvals.deny', { approvalId }, { key: randomKey() });
    return true;
  } catch (error) {
    if (!isApiError(error) || !(error.status === 404 || error.status === 409)) throw error;
    return false;
  }
}
