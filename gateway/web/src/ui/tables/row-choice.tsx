import { useEffect, useRef } from 'react';
import type { Selection } from './selection.js';

const BOX_CLASS = 'size-4 accent-(--accent) pointer-coarse:size-6';

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  /** Whether the record is read-only. */
  readonly isLocked: boolean;
  /** `isRange` for a click with Shift. */
  readonly onToggle: (isRange: boolean) => void;
}

/** In the corner of a card, while the user selects cards. */
export function RowChoice(choice: ChoiceProps) {
  return (
    <div
      role="cell"
      className="flex max-sm:absolute max-sm:top-2.5 max-sm:left-3 max-sm:hidden max-sm:group-data-selecting/rows:flex"
    >
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
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
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
      className={`${BOX_CLASS} block`}
    />
  );
}

/**
 * Selects the loaded rows, then the further ones as they load, up to the maximum. Stops when the user selects otherwise, or when the list becomes
 * another one.
 */
function useSelectAll(listIds: () => readonly string[], selection: Selection, readMore?: () => void): () => void {
  /** Rows selected so far, while more are to load. */
  const selected = useRef<readonly string[]>(undefined);
  const take = (ids: readonly string[]): void => {
    selected.current = ids.slice(0, selection.max);
    selection.choose(selected.current);
  };
  useEffect(() => {
    const taken = selected.current;
    if (taken === undefined) return;
    const ids = listIds();
    const isSame = selection.ids.size === taken.length && taken.every((id, place) => id === ids[place]);
    if (!isSame || taken.length === selection.max) selected.current = undefined;
    else if (ids.length > taken.length) take(ids);
    else if (readMore) readMore();
    else selected.current = undefined;
  });
  return () => take(listIds());
}
