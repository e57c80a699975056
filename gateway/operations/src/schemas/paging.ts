import { z } from 'zod';

/** Query of every list. */
export const pageInput = {
  limit: z.int().min(1).max(200).default(50),
  offset: z.int().min(0).max(1_000_000).default(0),
};

/** A page as services ask for it. */
export function pageRequest(input: { limit: number; offset: number }): { pageSize: number; skip: number } {
  return { pageSize: input.limit, skip: input.offset };
}

/** The answer of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
}

/** Puts a page together. */
export function page<Item>(items: readonly Item[], total: number, input: { limit: number; offset: number }) {
  return { items, total, limit: input.limit, offset: input.offset };
}
