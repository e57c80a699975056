import { searchKey } from '../postgres/lists/search.js';

/** The tags without repetitions. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = searchKey(tag);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
