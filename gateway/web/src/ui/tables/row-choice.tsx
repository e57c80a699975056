import { useEffect, useRef } from 'react';
import type { Selection } from './selection.js';

const BOX_CLASS = 'size-4 accent-(--accent) pointer-coarse:size-6';

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  /** Whether the record is read-only. */
  readonly isLocked: boolean;
  readonly onToggle: () => void;
}

/** Cards have no room for selection. */
export function RowChoice(choice: ChoiceProps) {
  return (
    <div role="cell" className="flex max-sm:hidden">
      <ChoiceBox {...choice} />
    </div>
  );
}

/** Selects a record. */
export function ChoiceBox({ label, isChosen, isLocked, onToggle }: ChoiceProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={isLocked ? 'Only its owner can change it' : 'Press x'}
      disabled={isLocked}
      checked={isChosen}
      onChange={onToggle}
      className={BOX_CLASS}
    />
  );
}

interface AllRowsChoiceProps {
  readonly label: string;
  /** The ids of the loaded rows that can be selected. */
  readonly listIds: () => readonly string[];
  readonly isEmpty: boolean;
  readonly selection: Selection;
  /** Loads further rows, which are then selected too; unset when there are none. */
  readonly readMore?: (() => void) | undefined;
}

/** Selects every row, up to the maximum, or none. */
export function AllRowsChoice({ label, listIds, isEmpty, selection, readMore }: AllRowsChoiceProps) {
  const selectAll = useSelectAll(listIds, selection, readMore);
  // Listed only once there is a selection, since a list may have thousands of rows.
  const ids = selection.ids.size > 0 ? listIds() : [];
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const isAll = chosen > 0 && (chosen === ids.length || chosen >= selection.max);
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      type="checkbox"
      disabled={isEmpty}
      aria-label={label}
      checked={isAll}
      onChange={() => (isAll ? selection.clear() : selectAll())}
      className={`${BOX_CLASS} block max-sm:hidden`}
    />
  );
}

/** Selects the loaded rows, then the further ones as they load, up to the maximum or until the user selects otherwise. */
function useSelectAll(listIds: () => readonly string[], selection: Selection, readMore?: () => void): () => void {
  /** Rows selected so far, while more are to load. */
  const selected = useRef<number>(undefined);
  const take = (ids: readonly string[]): void => {
    selection.choose(ids);
    selected.current = Math.min(ids.length, selection.max);
  };
  useEffect(() => {
    const count = selected.current;
    if (count === undefined) return;
    const ids = listIds();
    const isLeft = selection.ids.size !== count || count === selection.max;
    if (!isLeft && ids.length > count) take(ids);
    else if (!isLeft && readMore) readMore();
    else selected.current = undefined;
  });
  return () => take(listIds());
}
