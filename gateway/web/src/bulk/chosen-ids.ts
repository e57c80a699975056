import type { Selection } from '../ui/tables/selection.js';

/** Maximum records that one call changes. */
export const BULK_MAX = 500;

/** Ids of selected rows that are in the list: rows that a filter has hidden since are not changed. */
export function chosenIds(items: readonly { readonly id: string }[], selection: Selection): readonly string[] {
  if (selection.ids.size === 0) return [];
  return items.flatMap(({ id }) => (selection.ids.has(id) ? [id] : []));
}
