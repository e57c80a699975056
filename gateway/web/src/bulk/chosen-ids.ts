import type { Selection } from '../ui/selection.js';

/** Records that one call changes. */
export const BULK_MAX = 500;

/** The rows that are chosen and in the list: what a filter has left out since then is not changed unseen. */
export function chosenIds(items: readonly { readonly id: string }[], selection: Selection): readonly string[] {
  return items.flatMap(({ id }) => (selection.ids.has(id) ? [id] : []));
}
