import { z } from 'zod';
import { distinctTags } from './distinct-tags.js';
import { text } from './scalars.js';

/** Tags of a record. Of tags that a search treats as equal, the first is kept. */
export const Tags = z
  .array(text(50))
  .max(50)
  .transform((tags) => distinctTags(tags))
  .describe('At most 50 tags, compared without case and accents.');
