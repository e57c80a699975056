import type { ReactNode } from 'react';
import { useFormats } from '../shell/account.js';
import { type BulkName, useBulkDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import type { Selection } from '../ui/tables/selection.js';

export interface BulkBarProps {
  readonly name: BulkName;
  /** Singular and plural of the records' name. */
  readonly nouns: readonly [one: string, many: string];
  /** The selected, listed records. */
  readonly ids: readonly string[];
  readonly selection: Selection;
  /** Actions beside deleting. */
  readonly children?: ReactNode;
}

/** Actions for the selected rows; stays in view below the list. */
export function BulkBar({ name, nouns: [one, many], ids, selection, children }: BulkBarProps) {
  const { count } = useFormats();
  const deleteAll = useBulkDeletion(name);
  const remove = (): void => {
    deleteAll({
      ids,
      what: ids.length === 1 ? `1 ${one}` : `${count(ids.length)} ${many}`,
      onFailed: selection.choose,
    });
    selection.clear();
  };
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit flex-wrap items-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1.5 shadow-pop max-sm:hidden"
    >
      <span aria-live="polite" className="px-2 font-medium whitespace-nowrap">
        {count(ids.length)} selected
      </span>
      {children}
      <Button kind="danger" onClick={remove}>
        Delete
      </Button>
      <Button kind="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}
