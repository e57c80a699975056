import type { PartitionedTable } from '../postgres/partitions/range-partitions.js';
import type { Db } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';

/** A partition holds the records that expire on one day. */
export const ANSWERS: PartitionedTable = { table: 'idempotency_answers', column: 'expires_at' };

/** The first write under an id. */
export interface StoredAnswer {
  readonly inputHash: Buffer;
  readonly answer: Buffer;
}

/** Claims the id for this transaction without waiting; false while another transaction holds it. */
export async function claimId(tx: Tx, id: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(current_schema() || encode($1::bytea, 'hex'), 0)) as "isOurs"`,
    [id],
  );
  return rows[0]?.isOurs === true;
}

/**
 * The stored, unexpired answer of an earlier write under the id. Run as a statement after `claimId`, it sees what every earlier claimant committed.
 */
export async function findAnswer(db: Db, id: Buffer): Promise<StoredAnswer | undefined> {
  const { rows } = await db.query<StoredAnswer>(
    `select input_hash as "inputHash", answer from idempotency_answers
      where id = $1 and expires_at > now()`,
    [id],
  );
  return rows[0];
}

/** Stores the answer for 24 hours. */
export async function insertAnswer(
  tx: Tx,
  { id, userId, inputHash, answer }: StoredAnswer & { readonly id: Buffer; readonly userId: string | undefined },
): Promise<void> {
  await tx.query(
    `insert into idempotency_answers (id, user_id, input_hash, answer, expires_at)
     values ($1, $2, $3, $4, now() + interval '24 hours')`,
    [id, userId ?? null, inputHash, answer],
  );
}

/** Deletes at most `limit` expired records written by the previous version; returns how many. No new ones appear once that version is replaced. */
export async function deleteExpiredRecords(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_records
      where ctid = any (array(
            select ctid from idempotency_records where expires_at <= now() order by expires_at limit $1
               for update skip locked))`,
    [limit],
  );
  return rowCount;
}

/** Deletes the stored answers of a user's writes, because they contain data of the account. */
export async function forgetAnswersTo(tx: Tx, userId: string): Promise<void> {
  await tx.query(`delete from idempotency_answers where user_id = $1`, [userId]);
  // Written by the previous version; empty a day after that version is replaced.
  await tx.query(`delete from idempotency_records where starts_with(caller, 'user ' || $1 || ' ')`, [userId]);
}
