import { z } from 'zod';

/** Query of every list. */
export const pageInput = {
  limit: z.int().min(1).max(200).default(50),
  offset: z.int().min(0).max(1_000_000).default(0),
};

/** A page as services receive it, with its filters. */
export function pageRequest<Input extends { limit: number; offset: number; q?: string | undefined }>(input: Input) {
  const { limit, offset, q, ...choice } = input;
  return { ...choice, pageSize: limit, skip: offset, query: q };
}

/** The response of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
}

/** Builds a page. */
export function page<Item>(items: readonly Item[], total: number, input: { limit: number; offset: number }) {
  return { items, total, limit: input.limit, offset: input.offset };
}
