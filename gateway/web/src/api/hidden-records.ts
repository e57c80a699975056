/** Records that lists hide: those whose deletion can still be undone, and those just deleted. */
import { createAtom, useSelector } from '@tanstack/react-store';

const hidden = createAtom<ReadonlySet<string>>(new Set<string>());

export function hideRecords(ids: readonly string[]): void {
  hidden.set((before) => new Set([...before, ...ids]));
}

export function showRecords(ids: readonly string[]): void {
  hidden.set((before) => new Set([...before].filter((each) => !ids.includes(each))));
}

/** Ids of the records that are hidden now. */
export function useHiddenRecords(): ReadonlySet<string> {
  return useSelector(hidden);
}

/** The rows, without hidden records. */
export function useShownRows<Each>(rows: readonly Each[]): readonly Each[] {
  const hidden = useHiddenRecords();
  if (hidden.size === 0) return rows;
  return rows.filter((row) => {
    const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
    return typeof id !== 'string' || !hidden.has(id);
  });
}

const NO_ROWS: readonly never[] = [];

/** The list, without hidden records. */
export function useShownList<List extends { readonly items: readonly unknown[]; readonly total: number }>(
  list: List | undefined,
): List | undefined {
  const all = list?.items ?? NO_ROWS;
  const items = useShownRows(all);
  return list && (items === all ? list : { ...list, items, total: list.total - (all.length - items.length) });
}
