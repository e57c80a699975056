import type { Tx } from '@svc/chassis/postgres/transaction';

/** Id of the view log that a write recorded before; null for a new write. */
export async function findRecordedViewLog(tx: Tx, writeId: Buffer): Promise<string | null> {
  const row = await tx.find<{ viewLogId: string }>(
    `select view_log_id as "viewLogId" from viewcheck.reading_keys where id = $1`,
    [writeId],
  );
  return row?.viewLogId ?? null;
}

export async function insertViewLogKey(
  tx: Tx,
  key: { readonly writeId: Buffer; readonly authorId: string; readonly viewLogId: string },
): Promise<void> {
  await tx.query(`insert into viewcheck.reading_keys (id, author_id, view_log_id) values ($1, $2, $3)`, [
    key.writeId,
    key.authorId,
    key.viewLogId,
  ]);
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
