import { invalidInput } from '../../errors/app-error.js';
import { pageOf } from '../../grpc/paging.js';
import type { Db } from '../pool.js';
import { REPLANNED } from '../statements.js';
import { type ListPosition, readCursor, type SortValue, toCursor } from './list-cursor.js';
import { countSetsUpToMax, type Page, type RowSets } from './list-page.js';
import { readSort, type Sort, type SortKey, type SortKeys, type SortType } from './sort-keys.js';

/** The definition of a sortable list, which the service and its responses share. */
export interface SortedList {
  /** Distinguishes its cursors from those of other lists. */
  readonly name: string;
  readonly keys: SortKeys;
  /** The default order. */
  readonly byDefault: string;
}

/** The requested page. */
export interface SortedPage extends Page {
  readonly sort: Sort;
  readonly after: ListPosition | null;
  /** The cursor of the page after a row. */
  cursorOf(value: SortValue, id: string): string;
}

interface SortedRequest {
  readonly pageSize: number;
  readonly skip: number;
  readonly sort?: string | null | undefined;
  readonly pageToken?: string | null | undefined;
}

/** Parses the page of a request; `filter` selects the rows. Throws `invalid_input`, also for a cursor of another order or filter. */
export function sortedPageOf(
  { name, keys, byDefault }: SortedList,
  request: SortedRequest,
  filter: unknown,
): SortedPage {
  const page = pageOf(request);
  const sort = readSort(keys, request.sort ?? byDefault);
  const owner = { list: name, sort: sort.name, filter };
  const after = readCursor(owner, sort.key.type, sort.key.nullable === true, request.pageToken);
  if (after && page.offset > 0) {
    throw invalidInput('offset', 'must be omitted with `after`, which says where the page begins.');
  }
  return { ...page, sort, after, cursorOf: (value, id) => toCursor(owner, value, id) };
}

/** The source of a sorted list. */
export interface SortedRows {
  /** The table with its alias, and the joins for the conditions. */
  readonly table: string;
  readonly joins?: readonly string[];
  /** SQL of the id of a row. */
  readonly id: string;
  /** Conditions on the caller's own rows, if listed, and on rows of others, none of which is the caller's. */
  readonly own: string | null;
  readonly others: readonly string[];
  /** Conditions on all rows. */
  readonly filters: readonly string[];
  /**
   * A smaller table with all columns that the filters need, used instead of the table where possible: for the total, and for orders whose key can be
   * joined to it.
   */
  readonly narrow?: Pick<SortedRows, 'table' | 'id' | 'own' | 'others'>;
  /** Selected columns of a row and their tables, with the same aliases. */
  readonly columns: string;
  readonly shown: string;
  /** Parameters of all SQL fragments above. */
  readonly values: readonly unknown[];
}

/** Rows of a page, their total (beyond 10,000, a lower bound), and the cursor of the next page; null at the end. */
export interface SortedPageRows<Row> {
  readonly rows: Row[];
  readonly total: number;
  readonly next: string | null;
}

const SQL_TYPES: Readonly<Record<SortType, string>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  date: 'date',
  instant: 'timestamptz',
};

/**
 * Lists a page: selects its rows by the index of the order, each set separately and no further than the end of the page, before joining anything to
 * them.
 */
export async function listSorted<Row extends { readonly id: string }>(
  db: Db,
  rows: SortedRows,
  page: SortedPage,
): Promise<SortedPageRows<Row>> {
  const { limit, offset, after } = page;
  type Listed = Row & { readonly sortValue: SortValue; readonly total: number };
  const read = (where: Page, position: ListPosition | null) =>
    db.list<Listed>(statementOf(rows, page.sort, position, where.offset + where.limit), [
      ...rows.values,
      where.limit,
      where.offset,
      ...(position ? (position.value === null ? [position.id] : [position.id, position.value]) : []),
    ]);
  // Reads one row more than the page, to detect a next page.
  const found = await read({ limit: limit + 1, offset }, after);
  const listed = found.slice(0, limit);
  // A page beyond the end has no row to carry the total, so the first row is read for it.
  const isBehindEnd = listed.length === 0 && (offset > 0 || after !== null);
  const [counted] = isBehindEnd ? await read({ limit: 1, offset: 0 }, null) : listed;
  const last = found.length > limit ? listed.at(-1) : undefined;
  return {
    rows: listed.map(({ sortValue: _sortValue, total: _total, ...row }) => row as unknown as Row),
    total: Math.max(counted?.total ?? 0, listed.length === 0 ? 0 : offset + listed.length),
    next: last ? page.cursorOf(last.sortValue, last.id) : null,
  };
}

/** The best plan depends on the filters and on the page, so none is cached. */
function statementOf(rows: SortedRows, sort: Sort, after: ListPosition | null, rowsToEnd: number): string {
  const { id, narrow, columns, shown, values } = rows;
  const order = sort.isDescending ? 'desc' : 'asc';
  const chosenOrder = `"sortValue" ${order}${sort.key.nullable ? ' nulls last' : ''}, `;
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const { table, sets } = rowSetsOf(narrow ? { ...narrow, filters: rows.filters } : rows);
  const end = `${limit}::bigint + ${offset}::bigint`;
  const { valued, pieces } = piecesOf(rows, sort, after, { end, isNear: rowsToEnd <= NEAR_ROWS });
  return `select ${REPLANNED} ${columns}, chosen."sortValue", ${countSetsUpToMax({ table, sets })} as total
       from (${valued.length > 0 ? `with ${valued.join(',\n          ')}` : ''}
             select * from (${pieces.join('\n          union all ')}) as merged
              order by ${chosenOrder}id ${order} limit ${limit} offset ${offset}) as chosen
       join ${shown} on ${id} = chosen.id
      order by chosen.${chosenOrder}chosen.id ${order}`;
}

/** Up to this many rows, materializing the rows with a value is cheaper than reading those without one needlessly. */
const NEAR_ROWS = 1_000;

/**
 * SQL of the rows of each set that a page may have, up to its `end`. Rows without a value come last, and may be expensive to filter: near the
 * beginning of the list they are read only when the rows with a value, materialized in a table expression, do not fill the page.
 */
function piecesOf(
  rows: SortedRows,
  { key, isDescending }: Sort,
  after: ListPosition | null,
  { end, isNear }: { readonly end: string; readonly isNear: boolean },
): { readonly valued: string[]; readonly pieces: string[] } {
  const order = isDescending ? 'desc' : 'asc';
  const chosenFrom = rows.narrow && key.join !== undefined ? { ...rows.narrow, filters: rows.filters } : rows;
  const { table, sets } = rowSetsOf(chosenFrom);
  const { id, own } = chosenFrom;
  const isJoined = key.join === undefined || chosenFrom !== rows || (rows.joins ?? []).includes(key.join);
  const from = isJoined ? table : `${table} ${key.join}`;
  const read = ({ value, where }: SetPart) => `(select ${id} as id, ${value} as "sortValue" from ${from}
          where ${where}
          order by ${value} ${order}, ${key.id ?? id} ${order} limit ${end})`;
  const valued: string[] = [];
  const pieces = sets.flatMap((set, index) => {
    const isOfOthers = own === null || index > 0;
    const beyond = isDescending ? '<' : '>';
    const [part, without] = partsOf({ id, ...key }, beyond, { set, isOfOthers }, after, rows.values.length + 3);
    if (!without) return [read(part)];
    if (!isNear) return [read(part), read(without)];
    const name = `valued_${index}`;
    valued.push(`${name} as materialized ${read(part)}`);
    const isReached = `(select count(*) from ${name}) >= ${end}`;
    return [`select * from ${name}`, read({ ...without, where: `not ${isReached} and ${without.where}` })];
  });
  return { valued, pieces };
}

/** The table with its joins, and the conditions on the rows of each set. */
function rowSetsOf({
  table,
  joins = [],
  own,
  others,
  filters,
}: Pick<SortedRows, 'table' | 'joins' | 'own' | 'others' | 'filters'>): RowSets {
  const sets = own === null ? others : [own, ...others];
  return {
    table: [table, ...joins].join(' '),
    sets: sets.map((set) => [set, ...filters].join('\n          and ')),
  };
}

/** A part of a set: rows that all have a value, or that all have none. */
interface SetPart {
  readonly value: string;
  readonly where: string;
}

/**
 * The rows of a set with a value and those without one, after the position, whose parameters begin with `first`. They are read separately because an
 * index has rows without a value at one end, which is the wrong end for one of the directions.
 */
function partsOf(
  { sql, seen = sql, type, nullable, id }: SortKey & { readonly id: string },
  beyond: '<' | '>',
  { set, isOfOthers }: { readonly set: string; readonly isOfOthers: boolean },
  after: ListPosition | null,
  first: number,
): [SetPart, SetPart?] {
  const value = isOfOthers ? seen : sql;
  const isAfterId = `${id} ${beyond} $${first}::uuid`;
  const isAfter = `(${value}, ${id}) ${beyond} ($${first + 1}::${SQL_TYPES[type]}, $${first}::uuid)`;
  if (!nullable) return [{ value, where: after ? `${set} and ${isAfter}` : set }];
  const without = { value, where: `${set} and ${value} is null` };
  if (!after) return [{ value, where: `${set} and ${value} is not null` }, without];
  if (after.value === null) return [{ value, where: `${without.where} and ${isAfterId}` }];
  return [{ value, where: `${set} and ${isAfter}` }, without];
}
