import type { WriteKey } from '@svc/chassis/idempotency/idempotency-key';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** The write that recorded a view log. */
export interface ViewLogKey {
  readonly viewLogId: string;
  /** Null in keys stored by the previous version. */
  readonly inputHash: Buffer | null;
  /** The recorded view log, before corrections; null when it has since been deleted. */
  readonly recorded: { readonly dealId: string; readonly videoId: string; readonly value: number } | null;
}

export async function findViewLogKey(db: Db, writeId: Buffer): Promise<ViewLogKey | null> {
  return db.find<ViewLogKey>(
    `select k.view_log_id as "viewLogId", k.input_hash as "inputHash",
            case when l.id is not null then
              jsonb_build_object('dealId', l.deal_id, 'videoId', l.video_id, 'value', coalesce(first.value, l.value))
            end as recorded
       from viewcheck.reading_keys k
       left join viewcheck.view_logs l on l.id = k.view_log_id
       left join lateral (
            select (c.before ->> 'value')::bigint as value
              from viewcheck.view_log_corrections c
             where c.view_log_id = l.id
             order by c.corrected_at, c.id limit 1) as first on true
      where k.id = $1`,
    [writeId],
  );
}

export async function insertViewLogKey(
  tx: Tx,
  key: WriteKey & { readonly authorId: string; readonly viewLogId: string },
): Promise<void> {
  await tx.query(
    `insert into viewcheck.reading_keys (id, author_id, view_log_id, input_hash) values ($1, $2, $3, $4)`,
    [key.id, key.authorId, key.viewLogId, key.inputHash],
  );
}

/** Deletes keys of an account; returns how many. */
export async function deleteViewLogKeys(tx: Tx, authorId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from viewcheck.reading_keys
      where id = any (array(select id from viewcheck.reading_keys where author_id = $1 order by author_id limit $2))`,
    [authorId, limit],
  );
  return rowCount;
}
