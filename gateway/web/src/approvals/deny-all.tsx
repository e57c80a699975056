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

/** Denies all requests that are listed when the button is pressed; later ones keep waiting. */
export function DenyAll({ approvalIds }: { readonly approvalIds: readonly string[] }) {
  const { count } = useFormats();
  const queries = useQueryClient();
  const [chosen, choose] = useState<readonly string[]>();
  const deny = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const approvalId of ids) await denyOpen(approvalId);
    } finally {
      refreshAfter(queries, 'approvals.deny');
    }
    showToast(`${count(ids.length)} requests denied`);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => choose(approvalIds)}>
        Deny all
      </Button>
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

/** Denies a request, unless it was decided or expired meanwhile. */
async function denyOpen(approvalId: string): Promise<void> {
  try {
    await call('approvals.deny', { approvalId }, { key: randomKey() });
  } catch (error) {
    if (!isApiError(error) || !(error.status === 404 || error.status === 409)) throw error;
  }
}
