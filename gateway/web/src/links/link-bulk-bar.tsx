import { useState } from 'react';
import { AddTagDialog } from '../bulk/add-tag-dialog.js';
import { BulkBar } from '../bulk/bulk-bar.js';
import { useBulk } from '../bulk/use-bulk.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import type { Selection } from '../ui/tables/selection.js';

export interface LinkBulkBarProps {
  readonly ids: readonly string[];
  /** The name of the first. */
  readonly only: string | undefined;
  readonly selection: Selection;
}

/** Actions on many short links at once. */
export function LinkBulkBar({ ids, only, selection }: LinkBulkBarProps) {
  const [isTagging, setTagging] = useState(false);
  const { count } = useFormats();
  const { change, tryTo } = useBulk('short_links.bulk_change', ids, selection);
  return (
    <BulkBar
      name="short_links.bulk_change"
      nouns={['link', 'links']}
      ids={ids}
      selection={selection}
      only={only}
      takesAlong={[
        "It stops working everywhere, and its name can't be used again.",
        "They stop working everywhere, and their names can't be used again.",
      ]}
    >
      <Button kind="quiet" onClick={() => setTagging(true)}>
        Add tag…
      </Button>
      <Button kind="quiet" onClick={() => tryTo({ kind: 'active', isActive: false })}>
        Disable
      </Button>
      <Button kind="quiet" onClick={() => tryTo({ kind: 'active', isActive: true })}>
        Enable
      </Button>
      {isTagging && (
        <AddTagDialog
          records={ids.length === 1 ? '1 link' : `${count(ids.length)} links`}
          change={change}
          onClose={() => setTagging(false)}
        />
      )}
    </BulkBar>
  );
}
