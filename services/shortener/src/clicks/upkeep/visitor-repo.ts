import type { Db } from '@svc/chassis/postgres/pool';

/**
 * Deletes at most `limit` visitors of the days before a UTC day (`YYYY-MM-DD`) from the table written by processes of an earlier version; returns how
 * many.
 */
export async function deleteOldVisitors(db: Db, day: string, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from shortener.click_visitors
      where (day, link_id, visitor_hash) in (
            select day, link_id, visitor_hash from shortener.click_visitors where day < $1
             order by day
             limit $2)`,
    [day, limit],
  );
  return rowCount;
}
