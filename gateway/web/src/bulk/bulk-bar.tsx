import { type ReactNode, useState } from 'react';
import { useFormats } from '../shell/account.js';
import { type BulkName, useBulkDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import type { Selection } from '../ui/tables/selection.js';

export interface BulkBarProps {
  readonly name: BulkName;
  /** Singular and plural of the records' name. */
  readonly nouns: readonly [one: string, many: string];
  /** The selected, listed records. */
  readonly ids: readonly string[];
  readonly selection: Selection;
  /** The name of the record, if it is the only one. */
  readonly only?: string | undefined;
  /** What else is deleted or ends with the records, for the confirmation. */
  readonly takesAlong?: readonly [one: string, many: string];
  /** Actions besides deleting. */
  readonly children?: ReactNode;
}

/** Actions for the selected rows; stays in view below the list. */
export function BulkBar({ name, nouns: [one, many], ids, only, selection, takesAlong, children }: BulkBarProps) {
  const { count } = useFormats();
  const deleteAll = useBulkDeletion(name);
  const [isAsking, setAsking] = useState(false);
  const isOne = ids.length === 1;
  const number = isOne ? `1 ${one}` : `${count(ids.length)} ${many}`;
  const what = isOne && only !== undefined ? `“${only}”` : number;
  const remove = (): void => {
    deleteAll({ ids, what, onFailed: selection.choose });
    selection.clear();
  };
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="sticky bottom-17 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1.5 shadow-pop md:bottom-3"
    >
      <span aria-live="polite" className="px-2 font-medium whitespace-nowrap">
        {count(ids.length)} selected
      </span>
      {children}
      <Button kind="danger" onClick={takesAlong === undefined ? remove : () => setAsking(true)}>
        {takesAlong === undefined ? 'Delete' : 'Delete…'}
      </Button>
      {/* Cards have “Done” above them. */}
      <Button kind="quiet" className="max-sm:hidden" onClick={selection.clear}>
        Clear selection
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${what}?`}
          action={`Delete ${isOne ? one : number}`}
          run={async () => remove()}
          onClose={() => setAsking(false)}
        >
          {takesAlong?.[isOne ? 0 : 1]}
        </ConfirmDialog>
      )}
    </div>
  );
}
