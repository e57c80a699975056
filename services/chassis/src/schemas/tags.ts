import { z } from 'zod';
import { searchKey } from '../postgres/search.js';
import { text } from './scalars.js';

/** Tags of a record. Of those that a search takes for one, the first is kept. */
export const Tags = z
  .array(text(50))
  .max(50)
  .transform((tags) => distinctTags(tags))
  .describe('At most 50 tags, which compare without case and accents.');

/** The tags without those that repeat an earlier one. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = searchKey(tag);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
