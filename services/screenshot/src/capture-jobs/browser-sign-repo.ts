import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';

/** Whether any process holds the shared advisory lock of these keys. */
export async function isAnySignShown(db: Db, keys: readonly [number, number]): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>(
    `select exists (
       select 1 from pg_locks
        where locktype = 'advisory' and mode = 'ShareLock' and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid = $1 and objid = $2 and objsubid = 2) as is`,
    keys,
  );
  return onlyRow(rows).is;
}
