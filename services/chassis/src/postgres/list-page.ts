import type { Rows } from './pool.js';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of a page, and how many there are in all. */
export interface PageRows<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * Runs a statement whose every row has the total beside it: the total is worked out once, and the page still comes straight from
 * its index. A page beyond the end has no row to tell, so the first row is asked.
 */
export async function listPage<Row>(
  page: Page,
  query: (page: Page) => Promise<Rows<Row & { total: number }>>,
): Promise<PageRows<Row>> {
  const { rows } = await query(page);
  const [row] = rows.length > 0 || page.offset === 0 ? rows : (await query({ limit: 1, offset: 0 })).rows;
  return { rows, total: row?.total ?? 0 };
}
