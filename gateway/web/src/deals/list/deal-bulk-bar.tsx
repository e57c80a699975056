import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../api/api-error.js';
import { callForCsv } from '../../api/call.js';
import { AddTagDialog } from '../../bulk/add-tag-dialog.js';
import { BulkBar } from '../../bulk/bulk-bar.js';
import { useBulk } from '../../bulk/use-bulk.js';
import { useFormats } from '../../shell/account.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { Menu } from '../../ui/menu.js';
import { saveFile } from '../../ui/save-file.js';
import type { Selection } from '../../ui/tables/selection.js';
import { showError } from '../../ui/toasts.js';
import { STATUS_NAMES } from '../deal-texts.js';
import { AddTaskDialog } from './deal-bulk-dialogs.js';

export interface DealBulkBarProps {
  readonly ids: readonly string[];
  /** The name of the first. */
  readonly only: string | undefined;
  readonly selection: Selection;
}

/** Actions on many deals at once. */
export function DealBulkBar({ ids, only, selection }: DealBulkBarProps) {
  const [open, setOpen] = useState<'cancel' | 'tag' | 'task'>();
  const { count } = useFormats();
  const { change, tryTo } = useBulk('deals.bulk_change', ids, selection);
  const close = (): void => setOpen(undefined);
  const deals = ids.length === 1 ? '1 deal' : `${count(ids.length)} deals`;
  return (
    <BulkBar
      name="deals.bulk_change"
      nouns={['deal', 'deals']}
      ids={ids}
      selection={selection}
      only={only}
      takesAlong={[
        'Its videos, view counts and payments are deleted with it.',
        'Their videos, view counts and payments are deleted with them.',
      ]}
    >
      <Menu
        className={buttonClass('quiet')}
        align="start"
        items={[
          ...(['draft', 'active', 'completed'] as const).map((status) => ({
            label: STATUS_NAMES[status],
            run: () => tryTo({ kind: 'status', status }),
          })),
          { label: 'Cancel deals…', run: () => setOpen('cancel'), isDangerous: true, isApart: true },
        ]}
      >
        Set status <ChevronDown size={14} aria-hidden />
      </Menu>
      <Button kind="quiet" onClick={() => setOpen('tag')}>
        Add tag…
      </Button>
      <Button kind="quiet" onClick={() => setOpen('task')}>
        Add task…
      </Button>
      <Button kind="quiet" onClick={() => void exportDeals(ids)}>
        Export CSV
      </Button>
      {open === 'cancel' && (
        <ConfirmDialog
          title={`Cancel ${deals}?`}
          action={`Cancel ${deals}`}
          keep={ids.length === 1 ? 'Keep deal' : 'Keep deals'}
          onClose={close}
          run={() => change({ kind: 'status', status: 'cancelled' })}
        >
          Cancelled deals get no more view checks. Their view counts and payments stay.
        </ConfirmDialog>
      )}
      {open === 'tag' && <AddTagDialog records={deals} onClose={close} change={change} />}
      {open === 'task' && <AddTaskDialog deals={deals} onClose={close} change={change} />}
    </BulkBar>
  );
}

async function exportDeals(ids: readonly string[]): Promise<void> {
  try {
    const lines = await callForCsv('deals.export_chosen', { ids: [...ids] });
    // Parsing the response dropped the byte order mark by which spreadsheets recognize UTF-8.
    saveFile('deals.csv', 'text/csv', `\uFEFF${lines}`);
  } catch (error) {
    showError(describeError(error));
  }
}
