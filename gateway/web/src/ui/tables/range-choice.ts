import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Selection } from './selection.js';

interface ChoosableRows<Each> {
  readonly items: readonly Each[];
  readonly keyOf: (item: Each) => string;
  readonly canSelect: (item: Each) => boolean;
  readonly selection: Selection | undefined;
}

/** Selects or deselects a row; with `isRange`, selects all rows from the previous one to it. */
export type ToggleRow = (id: string, isRange: boolean) => void;

/** Stable, or a change of the selection would draw every row again. Undefined if rows cannot be selected. */
export function useToggleRow<Each>(rows: ChoosableRows<Each>): ToggleRow | undefined {
  const current = useRef(rows);
  useLayoutEffect(() => {
    current.current = rows;
  });
  const previous = useRef<string>(undefined);
  const toggle = useCallback<ToggleRow>((id, isRange) => {
    const { items, keyOf, canSelect, selection } = current.current;
    // After a selection has ended, its last row is no start of a range.
    const hasStart = isRange && (selection?.ids.size ?? 0) > 0;
    const ids = hasStart ? items.filter(canSelect).map(keyOf) : [];
    const ends = [ids.indexOf(previous.current ?? ''), ids.indexOf(id)].toSorted((one, other) => one - other);
    const [first = -1, last = -1] = ends;
    previous.current = id;
    if (first < 0) selection?.toggle(id);
    else selection?.choose([...new Set([...selection.ids, ...ids.slice(first, last + 1)])]);
  }, []);
  return rows.selection && toggle;
}
