import { z } from 'zod';
import { listOf, page, pageInput, pageRequest } from './paging.js';

/** Maximum length of a cursor; no list returns a longer one. */
const CURSOR_MAX = 4_096;

/** Query of a list that can be sorted by fields, ascending and descending. */
export function sortedPageInput(byDefault: string, fields: readonly string[]) {
  return {
    ...pageInput,
    after: z
      .string()
      .max(CURSOR_MAX)
      .regex(/^[\w-]+$/, 'must be the `next` of a page.')
      .optional()
      .describe('The `next` of the previous page, with the same sort and filters. Omit `offset`.'),
    sort: z
      .enum(fields.flatMap((field) => [field, `-${field}`]))
      .default(byDefault)
      .describe('`-` means descending. Rows without a value come last in both directions.'),
  };
}

/** A page of a sorted list as services receive it. */
export function sortedPageRequest<Input extends Parameters<typeof pageRequest>[0] & { after?: string | undefined }>({
  after,
  ...input
}: Input) {
  return { ...pageRequest(input), pageToken: after };
}

/** The response of a sortable list. */
export function sortedListOf<Item extends z.ZodType>(item: Item) {
  return listOf(item).extend({
    next: z.string().nullable().describe('Begins the next page with `after`; null after the last one.'),
  });
}

/** Builds a page of a sorted list. */
export function sortedPage<Item>(
  items: readonly Item[],
  { totalSize, nextPageToken }: { totalSize: number; nextPageToken?: string | null | undefined },
  input: { limit: number; offset: number },
) {
  return { ...page(items, totalSize, input), next: nextPageToken ?? null };
}
