import type { Db, Pool } from './pool.js';
import {
  createEmptyPartition,
  changePartitions,
  listPartitions,
  type PartitionedTable,
  type TimeRange,
} from './range-partitions.js';
import type { Tx } from './transaction.js';

/** Bytes of a default partition that are looked through, and moved, while others wait for it. */
const SMALL_BYTES = 8 * 2 ** 20;

/** Whether others would wait for long while all rows of the default partition are looked through. */
export async function isDefaultLarge(db: Db, { table }: PartitionedTable): Promise<boolean> {
  const { rows } = await db.query<{ bytes: number }>(`select pg_relation_size($1::regclass) as bytes`, [
    `${table}_default`,
  ]);
  return (rows[0]?.bytes ?? 0) > SMALL_BYTES;
}

/**
 * Creates a partition of a time to come beside a large default partition, which nobody waits for meanwhile: a constraint that is
 * validated first tells the database that no row has to be looked for. Does nothing when the default partition has rows of that time,
 * which then go on being kept there. Begins where another one ended half-way.
 */
export async function createFuturePartition(pool: Pool, table: PartitionedTable, range: TimeRange): Promise<void> {
  if (await hasRows(pool, table, range)) return;
  const step = (work: (tx: Tx) => Promise<void>): Promise<void> =>
    changePartitions(pool, table, async (tx) => {
      if (!(await listPartitions(tx, table)).includes(range.name)) await work(tx);
    });
  const constraint = `without_${range.name}`;
  const drop = `alter table ${table.table}_default drop constraint if exists ${constraint}`;
  await step((tx) => addExclusion(tx, table, range, constraint));
  try {
    await step(
      async (tx) => void (await tx.query(`alter table ${table.table}_default validate constraint ${constraint}`)),
    );
    await step(async (tx) => {
      await createEmptyPartition(tx, table, range);
      await tx.query(drop);
    });
  } catch (error) {
    await step(async (tx) => void (await tx.query(drop)));
    throw error;
  }
}

async function hasRows(db: Db, { table, column }: PartitionedTable, { from, to }: TimeRange): Promise<boolean> {
  const { rows } = await db.query(`select from ${table}_default where ${column} >= $1 and ${column} < $2 limit 1`, [
    from.toISOString(),
    to.toISOString(),
  ]);
  return rows.length > 0;
}

/** From here on the default partition takes no rows of that time. */
async function addExclusion(
  tx: Tx,
  { table, column }: PartitionedTable,
  { from, to }: TimeRange,
  constraint: string,
): Promise<void> {
  const { rows } = await tx.query(`select from pg_constraint where conrelid = $1::regclass and conname = $2`, [
    `${table}_default`,
    constraint,
  ]);
  if (rows.length > 0) return;
  await tx.query(
    `alter table ${table}_default add constraint ${constraint}
       check (${column} < '${from.toISOString()}' or ${column} >= '${to.toISOString()}') not valid`,
  );
}
