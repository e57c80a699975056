import type { Rows } from '../pool.js';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of a page, and their total; beyond 10,000, a lower bound of it. */
export interface PageRows<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** Maximum rows counted for a total: users rarely page further, and counting all rows would cost as much as reading them. */
const COUNTED_MAX = 10_000;

/** SQL of a number: the rows of `from` (everything after `from`, conditions included), counting at most 10,000. */
export function countUpToMax(from: string): string {
  return `(select count(*) from (select from ${from} limit ${COUNTED_MAX}) as counted)`;
}

/**
 * The rows of a list: the rows of a table, given with its alias, that meet one of the conditions; no row meets two. If the conditions were joined by
 * `or`, no index could return the list's order, and every page would read and sort all rows.
 */
export interface RowSets {
  readonly table: string;
  readonly sets: readonly string[];
}

/** The SQL parts of a page: its order by the table's columns and by the selected ones, and the parameters of limit and offset. */
export interface PageCut {
  readonly order: string;
  readonly chosenOrder: string;
  readonly limit: string;
  readonly offset: string;
}

/** SQL of a page of the sets: reads each set in the list's order by its own index, no further than the end of the page. */
export function pageOfSets(
  columns: string,
  { table, sets }: RowSets,
  { order, chosenOrder, limit, offset }: PageCut,
): string {
  const end = `order by ${order} limit ${limit}::bigint + ${offset}::bigint`;
  const parts = sets.map((set) => `(select ${columns} from ${table} where ${set} ${end})`);
  return `select * from (${parts.join(' union all ')}) as merged order by ${chosenOrder} limit ${limit} offset ${offset}`;
}

/** SQL of the number of rows in the sets, counting at most 10,000. */
export function countSetsUpToMax({ table, sets }: RowSets): string {
  return countUpToMax(`(${sets.map((set) => `select from ${table} where ${set}`).join(' union all ')}) as listed`);
}

/**
 * Runs a statement in which every row includes the total from `countUpToMax`: it is computed once, and the page still comes straight from its index.
 * A page beyond the end has no row to carry the total, so the list's first row is read for it; a page beyond the counted rows still has rows.
 */
export async function listPage<Row>(
  page: Page,
  query: (page: Page) => Promise<Rows<Row & { total: number }>>,
): Promise<PageRows<Row>> {
  const { rows } = await query(page);
  const [row] = rows.length > 0 || page.offset === 0 ? rows : (await query({ limit: 1, offset: 0 })).rows;
  const seen = rows.length === 0 ? 0 : page.offset + rows.length;
  return { rows, total: Math.max(row?.total ?? 0, seen) };
}
