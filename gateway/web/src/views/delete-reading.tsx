import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import type { Reading } from './reading.js';

/** Asks before a reading is deleted with its history. */
export function DeleteReading({ reading, onClose }: { readonly reading: Reading; readonly onClose: () => void }) {
  const { count, time } = useFormats();
  const deleting = useChange('deals.delete_view_log');
  const { id, dealId, value, checkedAt, version } = reading;
  return (
    <ConfirmDialog
      title="Delete the reading?"
      action="Delete the reading"
      onClose={onClose}
      run={() => deleting.mutateAsync({ input: { dealId, viewId: id }, version })}
    >
      <p>
        {count(value)} views, checked {time(checkedAt)}, go with their history. This cannot be taken back.
      </p>
    </ConfirmDialog>
  );
}
