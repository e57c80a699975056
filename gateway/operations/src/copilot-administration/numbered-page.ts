import { z } from 'zod';

/** Query of lists with numbered pages. */
export const numberedPageInput = {
  page: z.int().min(1).max(10_000).default(1),
  limit: z.int().min(1).max(100).default(25),
};

interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

/** Maps a page number to the paging of services. */
export function rowsOf({ page, limit }: NumberedPage) {
  return { pageSize: limit, skip: (page - 1) * limit };
}

/** Output of lists with numbered pages. */
export function numberedListOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.int(), limit: z.int(), total: z.int() });
}

/** Builds a numbered page. */
export function numberedPage<Item>(items: readonly Item[], total: number, { page, limit }: NumberedPage) {
  return { items, page, limit, total };
}
