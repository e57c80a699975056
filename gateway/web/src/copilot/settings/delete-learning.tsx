import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';

/** Deletes undecided candidates for memories. */
export function DeleteLearning() {
  const deleting = useChange('copilot.delete_learning');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-3">
      <Button onClick={() => setOpen(true)}>Delete what it learned…</Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete what the copilot learned?"
          action="Delete"
          onClose={() => setOpen(false)}
          run={async () => {
            await deleting.mutateAsync({ input: {} });
            showToast('Suggestions deleted');
          }}
        >
          <p>All suggestions, and where you said them, are deleted for good. Memories you accepted stay.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
