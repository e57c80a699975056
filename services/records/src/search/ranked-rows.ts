import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Rows } from '@svc/chassis/postgres/pool';
import { REPLANNED } from '@svc/chassis/postgres/statements';
import type { Wanted } from './search-handlers.js';

/** Maximum rows ranked per kind of match: the newest ones, in addition to those named in the text. No list pages further. */
const RANKED_MAX = 2_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** SQL parameters of the search text. */
export interface SearchParameters {
  /** Parameter for `text like extensions.search_text(pattern)`. */
  readonly pattern: () => string;
  /** Parameter of the id in the text; null without one. */
  readonly id: () => string;
  /** Parameter of the text as given. */
  readonly code: () => string;
  /** Adds a parameter for another value used in a condition. */
  readonly value: (value: unknown) => string;
}

/** A searched table. The first parameters of its conditions identify the caller (`viewerOf`, or others). */
export interface SearchedTable {
  /** The table with its alias, such as `deal.deals d`. */
  readonly table: string;
  readonly row: string;
  /** SQL of a row's search text, as produced by `search_text`: its name first, then other texts, each on its own line. */
  readonly text: string;
  /** Sort column, newest first. */
  readonly newestBy: string;
  /**
   * SQL conditions on matching rows, each with its own index. The caller's rows and others' are separate conditions, because no index covers both.
   */
  readonly matches: (parameters: SearchParameters) => readonly string[];
  /** SQL condition on rows that the text names by id, slug or code; each part of it is indexed. */
  readonly isNamed: (parameters: SearchParameters) => string;
  /** SQL condition on matching rows that the text also names, without an index. */
  readonly isNamedMatch?: (parameters: SearchParameters) => string;
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
 * The best matches, and their total (for many, a lower bound). Scores of different tables are not comparable, so the score is a class: 1 for a row
 * that the text names, 0.8 for its name, 0.6 for the start of its name, 0.4 for the start of a word, 0.2 for any other text.
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
  // The database cannot infer the type of an unused parameter, so each is added on first use.
  const parameters: SearchParameters = {
    pattern: () => parameter(pattern),
    id: () => `${parameter(UUID.test(wanted) ? wanted : null)}::uuid`,
    code: () => parameter(wanted),
    value: parameter,
  };
  const literal = `extensions.search_text(${parameter(pattern.slice(1, -1))})`;
  const text = textOf(searched, parameters, literal, parameter(limit));
  const { rows } = await query(text, values);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** SQL that, for each kind of match, reads the newest rows in the order of its index, or all rows by the text index. */
function textOf(searched: SearchedTable, parameters: SearchParameters, literal: string, limit: string): string {
  const { table, row, text, newestBy, matches, isNamed, isNamedMatch, isListed, columns, joins = '' } = searched;
  const named = isNamedMatch?.(parameters) ?? 'false';
  const found = `select ${row}.id, ${row}.updated_at`;
  const ways = matches(parameters).map(
    (condition) => `(${found}, ${text} as text, ${named} as named from ${table}
              where ${isListed} and ${condition}
              order by ${newestBy} desc limit ${RANKED_MAX})`,
  );
  return `with ${REPLANNED} asked as materialized (
            select ${literal} as whole, ${literal} || E'\\n%' as line, ${literal} || '%' as beginning,
                   '% ' || ${literal} || '%' as word, E'%\\n' || ${literal} || '%' as field),
          matching as materialized (
            ${ways.join('\n             union all\n            ')}),
          found as (
            ${found}, 1::float8 as score from ${table} where ${isListed} and (${isNamed(parameters)})
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
