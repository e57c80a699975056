import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Tables with parts of a link's clicks, and the columns of their keys after the link. */
const CLICK_TABLES = {
  clicks: 'occurred_at, id',
  click_visitors: 'day, visitor_hash',
  click_quarter_hour: 'quarter, exclusion, referrer_host, country, device',
  click_quarter_hour_history: 'quarter, exclusion, referrer_host, country, device',
  click_quarter_totals: 'quarter',
  click_day_totals: 'day, dimension, name',
  link_totals: '',
} as const;
export type ClickTable = keyof typeof CLICK_TABLES;
export const CLICKS_OF_LINKS = Object.keys(CLICK_TABLES) as ClickTable[];

/** Marks the clicks of links for deletion, in the transaction that deletes the links. */
export async function insertForgottenLinks(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into shortener.forgotten_links (link_id)
     select unnest($1::uuid[])
         on conflict do nothing`,
    [linkIds],
  );
}

/** Marked links after the last processed one, ordered by id, at most `limit`; with the current time. */
export async function listForgottenLinks(
  db: Db,
  after: string,
  limit: number,
): Promise<{ linkIds: string[]; now: Date }> {
  const { rows } = await db.query<{ linkIds: string[]; now: Date }>(
    `select array(
              select f.link_id from shortener.forgotten_links f where f.link_id > $1 order by f.link_id limit $2
            ) as "linkIds",
            now() as now`,
    [after, limit],
  );
  return rows[0] ?? { linkIds: [], now: new Date() };
}

/** Deletes at most `limit` rows of links from a table; returns how many. */
export async function deleteClicksOf(
  db: Db,
  table: ClickTable,
  linkIds: readonly string[],
  limit: number,
): Promise<number> {
  const key = ['link_id', CLICK_TABLES[table]].filter((columns) => columns !== '').join(', ');
  const { rowCount } = await db.query(
    `delete from shortener.${table}
      where (${key}) in (select ${key} from shortener.${table} where link_id = any ($1::uuid[]) limit $2)`,
    [linkIds, limit],
  );
  return rowCount;
}

/** Unmarks links that were marked before `before`. */
export async function deleteForgottenLinks(db: Db, linkIds: readonly string[], before: Date): Promise<void> {
  await db.query(`delete from shortener.forgotten_links where link_id = any ($1::uuid[]) and forgotten_at < $2`, [
    linkIds,
    before,
  ]);
}
