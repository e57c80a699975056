import type { Db } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';

/** What makes two writes the same: who asks, for what, under which key. */
export interface RecordId {
  readonly caller: string;
  readonly operation: string;
  readonly method: string;
  readonly key: string;
}

/** The first write under an id. */
export interface IdempotencyRecord {
  readonly inputHash: Buffer;
  readonly answer: Buffer;
}

export interface Claim {
  /** The answer of an earlier write; null when there is none that still counts. */
  readonly record: IdempotencyRecord | null;
  /** No other transaction holds this id; it is ours until the transaction ends. */
  readonly isOurs: boolean;
}

/**
 * Takes the id for this transaction, without waiting, and finds the record under it. The lookup may miss a record that was
 * committed in the instant before the lock was free: `insertRecord` tells.
 */
export async function claimRecord(tx: Tx, id: RecordId): Promise<Claim> {
  const { rows } = await tx.query<{ isOurs: boolean; inputHash: Buffer | null; answer: Buffer | null }>(
    `select pg_try_advisory_xact_lock(hashtextextended(jsonb_build_array(current_schema(), $1, $2, $3, $4)::text, 0)) as "isOurs",
            r.input_hash as "inputHash", r.answer
       from (select) as always
       left join idempotency_records as r
         on r.caller = $1 and r.operation = $2 and r.method = $3 and r.key = $4 and r.expires_at > now()`,
    [id.caller, id.operation, id.method, id.key],
  );
  const row = rows[0];
  const record = row?.inputHash && row.answer ? { inputHash: row.inputHash, answer: row.answer } : null;
  return { record, isOurs: row?.isOurs === true };
}

/** Stores the answer for 24 hours, in place of an expired one; false when another write's answer stands there. */
export async function insertRecord(tx: Tx, id: RecordId, record: IdempotencyRecord): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into idempotency_records as r (caller, operation, method, key, input_hash, answer, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + interval '24 hours')
         on conflict (caller, operation, method, key) do update
        set input_hash = excluded.input_hash, answer = excluded.answer, expires_at = excluded.expires_at
      where r.expires_at <= now()`,
    [id.caller, id.operation, id.method, id.key, record.inputHash, record.answer],
  );
  return rowCount === 1;
}

/** Deletes at most `limit` records that no longer count; answers how many. */
export async function deleteExpiredRecords(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_records
      where ctid = any (array(
            select ctid
              from idempotency_records
             where expires_at <= now()
             order by expires_at
             limit $1
               for update skip locked))`,
    [limit],
  );
  return rowCount;
}

/** Deletes the answers that are stored for a user's repeated writes: they hold what the user's account holds. */
export async function forgetAnswersTo(tx: Tx, userId: string): Promise<void> {
  await tx.query(`delete from idempotency_records where starts_with(caller, 'user ' || $1 || ' ')`, [userId]);
}
