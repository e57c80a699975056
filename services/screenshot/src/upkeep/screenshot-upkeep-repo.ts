import type { Db } from '@svc/chassis/postgres/pool';

/** Maximum rows one statement changes. */
const BATCH = 1_000;

/** Expires reservations; returns how many. */
export async function expireReservations(db: Db): Promise<number> {
  const { rowCount } = await db.query(
    `update screenshot.screenshots
        set status = 'expired', ended_at = expires_at, wants_short_link = false, updated_at = now(), version = version + 1
      where id = any (array(
            select id from screenshot.screenshots
             where status = 'pending' and expires_at <= now()
             order by expires_at limit ${BATCH}
               for no key update skip locked))`,
  );
  return rowCount;
}

/** Deletes rows that ended this many days ago; returns how many. */
export async function deleteEnded(db: Db, days: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from screenshot.screenshots
      where id = any (array(
            select id from screenshot.screenshots
             where ended_at < now() - $1 * interval '1 day'
             order by ended_at limit ${BATCH}
               for update skip locked))`,
    [days],
  );
  return rowCount;
}
