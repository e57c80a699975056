import type { PageRows } from '@svc/chassis/postgres/list-page';
import type { Rows } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import { PLANNED_ANEW } from '@svc/chassis/postgres/statements';
import type { Wanted } from './search-handlers.js';

/** Rows that are ranked of each way to match: the newest, beside those that are named. No list pages through more. */
const RANKED_MAX = 2_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** SQL parameters of what is looked for. */
export interface Asked {
  /** To be compared as `text like extensions.search_text(pattern)`. */
  readonly pattern: () => string;
  /** The id that is looked for; null when the text is none. */
  readonly id: () => string;
  /** The text as it was given. */
  readonly code: () => string;
  /** Anything else that a condition compares with. */
  readonly value: (value: unknown) => string;
}

/** A table that is searched. The first parameters of its conditions are those of the caller (`viewerOf`, or others). */
export interface SearchedTable {
  /** The table and what the query calls it, such as `deal.deals d`. */
  readonly table: string;
  readonly row: string;
  /** SQL of what rows are searched by, as `search_text` makes it: what people know a row by, then others, each on a line of its own. */
  readonly text: string;
  /** Column that the newest rows come first by. */
  readonly newestBy: string;
  /**
   * SQL of conditions on the rows that match, each with an index of its own. Rows of one's own and of others are two of them: neither
   * of their indexes has both.
   */
  readonly matches: (asked: Asked) => readonly string[];
  /** SQL of a condition on rows that the text names by id, slug or code; each part of it has an index. */
  readonly isNamed: (asked: Asked) => string;
  /** SQL of a condition on all that the caller may find. */
  readonly isListed: string;
  /** Columns of the answered rows, and what they need joined. */
  readonly columns: string;
  readonly joins?: string;
}

/** How a row matches, and how many rows do. */
export interface Ranked {
  readonly score: number;
  readonly total: number;
}

/** Whether a text is long enough for the index of texts, which knows three characters in a row. */
export function hasTrigram(query: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(query);
}

/**
 * The rows that match best, and how many match (of many, how many at least). Ranks of different tables do not compare, so the score
 * is a class: 1 for what the text names, 0.8 for what people know a row by, 0.6 for how that begins, 0.4 for how a word begins, 0.2
 * for any other text.
 */
export async function listRanked<Row extends Ranked>(
  query: (text: string, values: readonly unknown[]) => Promise<Rows<Row>>,
  searched: SearchedTable,
  viewer: readonly unknown[],
  { query: wanted, limit }: Wanted,
): Promise<PageRows<Row>> {
  const values = [...viewer];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const pattern = searchPattern(wanted);
  // The database does not know of what type a parameter is that no condition uses, so each comes with its first use.
  const asked: Asked = {
    pattern: () => parameter(pattern),
    id: () => `${parameter(UUID.test(wanted) ? wanted : null)}::uuid`,
    code: () => parameter(wanted),
    value: parameter,
  };
  const literal = `extensions.search_text(${parameter(pattern.slice(1, -1))})`;
  const text = textOf(searched, asked, literal, parameter(limit));
  const { rows } = await query(text, values);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Of each way to match, the newest rows are read in the order of its index, or all of them by the index of texts. */
function textOf(searched: SearchedTable, asked: Asked, literal: string, limit: string): string {
  const { table, row, text, newestBy, matches, isNamed, isListed, columns, joins = '' } = searched;
  const found = `select ${row}.id, ${row}.updated_at`;
  const ways = matches(asked).map(
    (condition) => `(${found}, ${text} as text from ${table}
              where ${isListed} and ${condition}
              order by ${newestBy} desc limit ${RANKED_MAX})`,
  );
  return `with ${PLANNED_ANEW} asked as materialized (
            select ${literal} as whole, ${literal} || E'\\n%' as line, ${literal} || '%' as beginning,
                   '% ' || ${literal} || '%' as word, E'%\\n' || ${literal} || '%' as field),
          matching as materialized (
            ${ways.join('\n             union all\n            ')}),
          found as (
            ${found}, 1::float8 as score from ${table} where ${isListed} and (${isNamed(asked)})
             union all
            select m.id, m.updated_at,
                   case when m.text like asked.whole or m.text like asked.line then 0.8::float8
                        when m.text like asked.beginning then 0.6
                        when m.text like asked.word or m.text like asked.field then 0.4
                        else 0.2 end
              from matching m, asked),
          page as materialized (
            select f.id, f.updated_at, max(f.score) as score, count(*) over () as total
              from found f
             group by f.id, f.updated_at
             order by score desc, f.updated_at desc, f.id limit ${limit})
     select ${columns}, page.score, page.total
       from page
       join ${table} on ${row}.id = page.id
       ${joins}
      order by page.score desc, page.updated_at desc, page.id`;
}
