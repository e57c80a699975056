import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Rows } from '@svc/chassis/postgres/pool';
import { PLANNED_ANEW } from '@svc/chassis/postgres/statements';
import type { Wanted } from './search-handlers.js';

/** Rows ranked per kind of match: the newest, beside those that are named. No list pages through more. */
const RANKED_MAX = 2_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** SQL parameters of the search text. */
export interface Asked {
  /** For `text like extensions.search_text(pattern)`. */
  readonly pattern: () => string;
  /** The id in the text; null without one. */
  readonly id: () => string;
  /** The text as it was given. */
  readonly code: () => string;
  /** Further values that a condition uses. */
  readonly value: (value: unknown) => string;
}

/** A searched table. The first parameters of its conditions are the caller's (`viewerOf`, or others). */
export interface SearchedTable {
  /** The table with its alias, such as `deal.deals d`. */
  readonly table: string;
  readonly row: string;
  /** SQL of a row's search text, as `search_text` makes it: its name first, then other texts, each on a line of its own. */
  readonly text: string;
  /** Sort column, newest first. */
  readonly newestBy: string;
  /** SQL conditions on matching rows, each with its own index. The caller's rows and others' are separate, because neither index has both. */
  readonly matches: (asked: Asked) => readonly string[];
  /** SQL condition on rows that the text names by id, slug or code; each part of it has an index. */
  readonly isNamed: (asked: Asked) => string;
  /** SQL condition on matching rows that the text names too, without an index. */
  readonly isNamedMatch?: (asked: Asked) => string;
  /** SQL condition on all rows that the caller may find. */
  readonly isListed: string;
  /** Columns of the results, and their joins. */
  readonly columns: string;
  readonly joins?: string;
}

/** A row's rank, and the number of matching rows. */
export interface Ranked {
  readonly score: number;
  readonly total: number;
}

/** Whether a text is long enough for the trigram index. */
export function hasTrigram(query: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(query);
}

/**
 * The best matches, and their total (for many, a lower bound). Scores of different tables do not compare, so the score is a class: 1 for a row that
 * the text names, 0.8 for its name, 0.6 for the start of its name, 0.4 for the start of a word, 0.2 for any other text.
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
  // The database cannot infer the type of a parameter that no condition uses, so each is added with its first use.
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

/** For each kind of match, reads the newest rows in the order of its index, or all of them by the text index. */
function textOf(searched: SearchedTable, asked: Asked, literal: string, limit: string): string {
  const { table, row, text, newestBy, matches, isNamed, isNamedMatch, isListed, columns, joins = '' } = searched;
  const named = isNamedMatch?.(asked) ?? 'false';
  const found = `select ${row}.id, ${row}.updated_at`;
  const ways = matches(asked).map(
    (condition) => `(${found}, ${text} as text, ${named} as named from ${table}
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
                   case when m.named then 1::float8
                        when m.text like asked.whole or m.text like asked.line then 0.8
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
