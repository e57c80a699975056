import { z } from 'zod';

/** Query of lists whose pages are numbered. */
export const numberedPageInput = {
  page: z.int().min(1).max(10_000).default(1),
  limit: z.int().min(1).max(100).default(25),
};

interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

/** The same page as services name it. */
export function rowsOf({ page, limit }: NumberedPage) {
  return { pageSize: limit, skip: (page - 1) * limit };
}

/** The answer of these lists. */
export function numberedListOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.int(), limit: z.int(), total: z.int() });
}

/** Puts a page together. */
export function numberedPage<Item>(items: readonly Item[], total: number, { page, limit }: NumberedPage) {
  return { items, page, limit, total };
}
