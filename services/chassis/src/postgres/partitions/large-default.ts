import { escapeIdentifier } from 'pg';
import type { Db, Pool } from '../pool.js';
import type { Tx } from '../transaction.js';
import {
  changePartitions,
  createEmptyPartition,
  listPartitions,
  type PartitionedTable,
  type TimeRange,
} from './range-partitions.js';

/** Maximum size in bytes of a default partition whose rows are scanned and moved while writes wait. */
const SMALL_BYTES = 8 * 2 ** 20;
/** Name prefix of constraints that exclude a time range from the default partition; the suffix is that of the range's partition. */
const EXCLUSION = 'without_';

/** Whether a scan of the default partition would block others for long. */
export async function isDefaultLarge(db: Db, { table }: PartitionedTable): Promise<boolean> {
  const { rows } = await db.query<{ bytes: number }>(`select pg_relation_size($1::regclass) as bytes`, [
    `${table}_default`,
  ]);
  return (rows[0]?.bytes ?? 0) > SMALL_BYTES;
}

/**
 * Creates a future partition of a table with a large default partition without blocking writes: a constraint, validated first, lets the database skip
 * the scan for conflicting rows. Does nothing when the default partition has rows of that range; they stay there. Resumes an earlier attempt that
 * failed halfway.
 */
export async function createFuturePartition(pool: Pool, table: PartitionedTable, range: TimeRange): Promise<void> {
  const step = (work: (tx: Tx) => Promise<void>): Promise<void> =>
    changePartitions(pool, table, async (tx) => {
      if (!(await listPartitions(tx, table)).includes(range.name)) await work(tx);
    });
  const constraint = EXCLUSION + range.name;
  const drop = dropExclusion(table, range.name);
  if (await hasRows(pool, table, range)) {
    if (await hasExclusion(pool, table, constraint)) await step(async (tx) => void (await tx.query(drop)));
    return;
  }
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

/**
 * Removes leftover constraints of failed attempts, up to and including the range whose partition is `currentName`: otherwise the default partition
 * would refuse rows of a range that has begun.
 */
export async function dropLeftExclusions(pool: Pool, table: PartitionedTable, currentName: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select substr(conname, length($2) + 1) as name from pg_constraint
      where conrelid = $1::regclass and contype = 'c' and starts_with(conname, $2) order by name`,
    [`${table.table}_default`, EXCLUSION],
  );
  const made = rows.length > 0 ? await listPartitions(pool, table) : [];
  const left = rows.filter(({ name }) => name <= currentName || made.includes(name));
  for (const { name } of left)
    await changePartitions(pool, table, async (tx) => void (await tx.query(dropExclusion(table, name))));
}

function dropExclusion({ table }: PartitionedTable, name: string): string {
  return `alter table ${table}_default drop constraint if exists ${escapeIdentifier(EXCLUSION + name)}`;
}

async function hasExclusion(db: Db, { table }: PartitionedTable, constraint: string): Promise<boolean> {
  const { rows } = await db.query(`select from pg_constraint where conrelid = $1::regclass and conname = $2`, [
    `${table}_default`,
    constraint,
  ]);
  return rows.length > 0;
}

async function hasRows(db: Db, { table, column }: PartitionedTable, { from, to }: TimeRange): Promise<boolean> {
  const { rows } = await db.query(`select from ${table}_default where ${column} >= $1 and ${column} < $2 limit 1`, [
    from.toISOString(),
    to.toISOString(),
  ]);
  return rows.length > 0;
}

/** Makes the default partition refuse rows of the range from now on. */
async function addExclusion(
  tx: Tx,
  partitioned: PartitionedTable,
  { from, to }: TimeRange,
  constraint: string,
): Promise<void> {
  if (await hasExclusion(tx, partitioned, constraint)) return;
  const { table, column } = partitioned;
  await tx.query(
    `alter table ${table}_default add constraint ${constraint}
       check (${column} < '${from.toISOString()}' or ${column} >= '${to.toISOString()}') not valid`,
  );
}
