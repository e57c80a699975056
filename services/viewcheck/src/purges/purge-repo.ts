import type { Tx } from '@svc/chassis/postgres/transaction';

/** Column that selects the view logs to delete: by deleted deals and videos, or by the account that owns them. */
export type RemovedBy = 'deal_id' | 'video_id' | 'owner_id';

/** Tables with rows to delete, and the key by which their locks are ordered. */
const KEYS = { video_revisions: 'video_id', view_logs: 'id' } as const;

/**
 * Deletes counts of changes, or view logs with their corrections; returns how many. Counts are deleted before view logs, because a writer that
 * changes a view log has first locked the count of its video. Rows are locked in the order of their keys, so that two deletions do not deadlock, and
 * read in the order of an index, without which the database might scan the whole table for a few.
 */
export async function deleteRows(
  tx: Tx,
  table: keyof typeof KEYS,
  by: RemovedBy,
  ids: readonly string[],
  limit: number,
): Promise<number> {
  const key = KEYS[table];
  const { rowCount } = await tx.query(
    `with doomed as materialized (
       select ${key} from viewcheck.${table}
        where ${key} = any (array(
              select ${key} from viewcheck.${table} where ${by} = any ($1::uuid[]) order by ${by} limit $2))
        order by ${key} for update
     )
     delete from viewcheck.${table} r
      using doomed
      where r.${key} = doomed.${key}`,
    [ids, limit],
  );
  return rowCount;
}

/** Removes an account's name from view logs that it recorded for others, locked in the order of their ids, and returns how many. */
export async function forgetRecorder(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `with recorded as materialized (
       select id from viewcheck.view_logs
        where id = any (array(
              select id from viewcheck.view_logs
               where logged_by_id = $1 and logged_by_id <> owner_id
                 and logged_by_name <> 'Deleted account'
               order by logged_by_id
               limit $2))
        order by id for no key update
     )
     update viewcheck.view_logs l
        set logged_by_name = 'Deleted account'
       from recorded
      where l.id = recorded.id`,
    [userId, limit],
  );
  return rowCount;
}

/** Removes an account's name from its corrections, and returns how many. */
export async function forgetCorrector(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update viewcheck.view_log_corrections set corrected_by_name = 'Deleted account'
      where id = any (array(
            select id from viewcheck.view_log_corrections
             where corrected_by_id = $1 and corrected_by_name <> 'Deleted account'
             order by corrected_by_id
             limit $2))`,
    [userId, limit],
  );
  return rowCount;
}
