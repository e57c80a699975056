import type { Pool } from '../pool.js';
import type { PartitionedTable } from './range-partitions.js';

/** Maximum rows deleted by one statement. */
const PIECE_ROWS = 5_000;

/** Deletes rows before a time from the default partition, in batches. Rejects with the signal's reason when aborted. */
export async function deleteUnpartitionedBefore(
  pool: Pool,
  { table, column }: PartitionedTable,
  time: Date,
  signal?: AbortSignal,
): Promise<void> {
  let deleted: number;
  do {
    signal?.throwIfAborted();
    const { rowCount } = await pool.query(
      `delete from ${table}_default
        where ctid = any (array(
              select ctid from ${table}_default where ${column} < $1
               limit $2))`,
      [time.toISOString(), PIECE_ROWS],
    );
    deleted = rowCount;
  } while (deleted === PIECE_ROWS);
}
