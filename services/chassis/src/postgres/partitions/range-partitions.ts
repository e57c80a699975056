import type { Db, Pool } from '../pool.js';
import { inTransaction, type Tx } from '../transaction.js';

/** Maximum wait in milliseconds for a table's lock, because its readers and writers queue up behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const NAME = /^[a-z_]+(\.[a-z_]+)?$/;

/** A table partitioned by time ranges, with a default partition `<table>_default`. */
export interface PartitionedTable {
  /** `table`, or `schema.table`. */
  readonly table: string;
  /** The partition key, a timestamptz or a date. */
  readonly column: string;
}

/** A time range whose end is exclusive; `name` is the suffix of the partition's name. */
export interface TimeRange {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

/** Changes the table's partitions in a separate transaction. It waits for other such transactions, and at most two seconds for a table in use. */
export async function changePartitions(
  pool: Pool,
  { table }: PartitionedTable,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' partitions of ' || $1, 0))`, [
      table,
    ]);
    await tx.query(`select set_config('lock_timeout', $1, true)`, [String(LOCK_TIMEOUT_MS)]);
    await change(tx);
  });
}

/** Suffixes of the partitions' names, sorted; without the default partition. */
export async function listPartitions(db: Db, { table }: PartitionedTable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select substr(c.relname, length(p.relname) + 2) as name
       from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       join pg_class p on p.oid = i.inhparent
      where i.inhparent = $1::regclass and c.relname <> p.relname || '_default'
      order by name`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Creates a partition and moves its rows out of the default partition, which is scanned while others are blocked. */
export async function createPartition(tx: Tx, table: PartitionedTable, range: TimeRange): Promise<void> {
  const name = await createTable(tx, table, range);
  const standard = `${table.table}_default`;
  // From now on no row for the new partition can be inserted into the default partition.
  await tx.query(`lock table ${standard} in access exclusive mode`);
  await tx.query(
    `with moved as (
       delete from ${standard} where ${table.column} >= $1 and ${table.column} < $2
    returning *
     )
     insert into ${name} select * from moved`,
    [range.from.toISOString(), range.to.toISOString()],
  );
  await attach(tx, table, name, range);
}

/** Creates a partition for a range of which the default partition holds no rows. */
export async function createEmptyPartition(tx: Tx, table: PartitionedTable, range: TimeRange): Promise<void> {
  await attach(tx, table, await createTable(tx, table, range), range);
}

export async function dropPartition(tx: Tx, { table }: PartitionedTable, name: string): Promise<void> {
  await tx.query(`drop table if exists ${partitionOf(table, name)}`);
}

/** Creates a table like the partitioned one and returns its name; from now on writers wait until it is attached. */
async function createTable(tx: Tx, { table }: PartitionedTable, range: TimeRange): Promise<string> {
  const name = partitionOf(table, range.name);
  // Otherwise a writer that has chosen the default partition for a row, and then waits for it, would fail because the row no longer belongs there.
  await tx.query(`lock table ${table} in share row exclusive mode`);
  await tx.query(`create table ${name} (like ${table} including all)`);
  return name;
}

async function attach(tx: Tx, { table }: PartitionedTable, name: string, { from, to }: TimeRange): Promise<void> {
  await tx.query(
    `alter table ${table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  );
}

function partitionOf(table: string, name: string): string {
  if (!NAME.test(table) || !/^\d{4}(_\d{2})+$/.test(name)) throw new Error(`${table}_${name} cannot be a partition.`);
  return `${table}_${name}`;
}
