import { Id, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

const QUERY_BYTES_MAX = 2_048;

/** The app's name for the list that a view belongs to. */
export const ListName = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'must be the name of a list, such as deals.');

/** Query of a list. Its filters and columns change with the app, so they are not validated. */
export const SavedQuery = z
  .record(z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, 'must be a name of letters and digits.'), z.string().max(500))
  .refine((query) => new TextEncoder().encode(JSON.stringify(query)).length <= QUERY_BYTES_MAX, {
    error: `must be at most ${QUERY_BYTES_MAX} bytes.`,
  })
  .describe('Stored unchanged, at most 2048 bytes as JSON.');

export const ViewName = text(60);

export const SavedView = z
  .object({
    id: Id,
    list: z.string(),
    name: z.string(),
    query: z.record(z.string(), z.string()),
    position: z.int().describe('Position among the views of the list.'),
    ...stamps,
  })
  .meta({ id: 'SavedView' });
