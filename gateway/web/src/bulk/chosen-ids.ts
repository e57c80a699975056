import type { Selection } from '../ui/tables/selection.js';

/** Records that one call changes. */
export const BULK_MAX = 500;

/** The selected rows in the list: rows that a filter has since hidden are not changed. */
export function chosenIds(items: readonly { readonly id: string }[], selection: Selection): readonly string[] {
  if (selection.ids.size === 0) return [];
  return items.flatMap(({ id }) => (selection.ids.has(id) ? [id] : []));
}
