import { useCallback, useMemo, useState } from 'react';
import type { Column } from './column.js';
import { layOut, type TableLayout } from './table-layout.js';

/** The layout of a table in the room it has now; cards have no columns. */
export function useTableLayout<Each>(
  columns: readonly Column<Each>[],
  items: readonly Each[],
  { hasChoice, isCard }: { readonly hasChoice: boolean; readonly isCard: boolean },
): TableLayout<Column<Each>> & { readonly measure: (table: HTMLElement | null) => (() => void) | undefined } {
  const [measured, setRoom] = useState<number>();
  const measure = useCallback((table: HTMLElement | null) => {
    if (!table) return undefined;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // In whole rem, or each pixel of a resize would change the layout.
    const read = (): void => setRoom(Math.floor(table.clientWidth / rem));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const room = isCard ? undefined : measured;
  const { columns: fitting, tracks } = useMemo(
    () => layOut(columns, items, { room, hasChoice }),
    [columns, items, room, hasChoice],
  );
  // The rows draw again with other columns, which further items do not make.
  const ids = fitting.map(({ id }) => id).join(' ');
  const shown = useMemo(() => columns.filter(({ id }) => ids.split(' ').includes(id)), [columns, ids]);
  return { columns: shown, tracks, measure };
}
