import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import { sendProof } from '../screenshots/send-proof.js';
import { useFormats } from '../shell/account.js';
import { takeBackDeletion, useUndoableDeletion } from '../shell/undoable-deletion.js';
import { showError, showToast } from '../ui/toasts.js';
import { removalOf } from './proof-of.js';
import type { ViewCount } from './view-count.js';

/** Replaces or removes the screenshots of recorded view counts. The previous screenshot is kept. */
export function useProofChanges() {
  const queries = useQueryClient();
  const { count } = useFormats();
  const removeLater = useUndoableDeletion('deals.replace_view_log_screenshot', 'Removed');
  const attach = useCallback(
    async (viewCount: ViewCount, image: File): Promise<void> => {
      const { id: viewId, dealId, videoId, version } = viewCount;
      // Otherwise the removal would find another version than its own.
      takeBackDeletion(removalOf(viewCount));
      showToast('Saving screenshot…');
      try {
        const { screenshotId } = await sendProof({ dealId, videoId }, image, () => undefined);
        await call(
          'deals.replace_view_log_screenshot',
          { dealId, viewId, screenshotId },
          { version: versionAfterOwnChanges(viewId, version), key: randomKey() },
        );
        showToast('Screenshot attached');
      } catch (error) {
        showError(`Couldn't save the screenshot: ${describeError(error)}`);
      }
      refreshAfter(queries, 'deals.replace_view_log_screenshot');
    },
    [queries],
  );
  const remove = useCallback(
    (viewCount: ViewCount): void => {
      const { id: viewId, dealId, value, version } = viewCount;
      removeLater({
        id: removalOf(viewCount),
        recordId: viewId,
        what: `the screenshot of ${count(value)} views`,
        input: { dealId, viewId, screenshotId: null },
        version,
      });
    },
    [removeLater, count],
  );
  return { attach, remove };
}
