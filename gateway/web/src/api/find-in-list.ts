import { ApiError } from './api-error.js';
import { call } from './call.js';
import type { Input, Item } from './operations.js';
import { type ListName, PAGE_ROWS } from './queries.js';

/** Finds a record that only a list returns. Throws NOT_FOUND when it is on none of its pages. */
export async function findInList<Name extends ListName>(
  name: Name,
  input: Input<Name>,
  isWanted: (item: Item<Name>) => boolean,
): Promise<Item<Name>> {
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const page = await call(name, { ...input, limit: PAGE_ROWS, offset });
    const items = page.items as unknown as readonly Item<Name>[];
    const found = items.find(isWanted);
    if (found) return found;
    if (items.length < PAGE_ROWS) {
      const message = 'It no longer exists, or is no longer shared with you.';
      throw new ApiError(404, { code: 'NOT_FOUND', message }, undefined);
    }
  }
}
