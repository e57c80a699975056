import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Milliseconds to wait for a table: whoever stores clicks or reads them waits behind. */
const LOCK_TIMEOUT_MS = 2_000;
const PARTITION = /^clicks_(\d{4})_(\d{2})$/;

/** A calendar month in UTC, `YYYY-MM`, whose events are one partition. */
export type Month = string;

/** Waits until no other transaction changes partitions; none will until the end of this one. */
export async function lockPartitions(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('shortener click partitions', 0))`);
}

/** The months that have a partition, oldest first. */
export async function listPartitionedMonths(db: Db): Promise<Month[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name
       from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'shortener.clicks'::regclass
      order by c.relname`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month] = PARTITION.exec(name) ?? [];
    return year === undefined ? [] : [`${year}-${month}`];
  });
}

/** Creates the partition of a month and moves what the default partition holds of it. */
export async function createPartition(tx: Tx, month: Month): Promise<void> {
  const [name, first, next] = [partitionOf(month), `${month}-01`, `${monthAfter(month, 1)}-01`];
  await setLockTimeout(tx);
  await tx.query(`create table ${name} (like shortener.clicks including all)`);
  // From here on nothing can come into the default partition that would belong into the new one.
  await tx.query(`lock table shortener.clicks_default in access exclusive mode`);
  await tx.query(
    `with moved as (
       delete from shortener.clicks_default
        where occurred_at >= $1::timestamp at time zone 'UTC'
          and occurred_at < $2::timestamp at time zone 'UTC'
    returning *
     )
     insert into ${name} select * from moved`,
    [first, next],
  );
  await tx.query(
    `alter table shortener.clicks attach partition ${name} for values from ('${first} 00:00+00') to ('${next} 00:00+00')`,
  );
}

export async function dropPartition(tx: Tx, month: Month): Promise<void> {
  await setLockTimeout(tx);
  await tx.query(`drop table ${partitionOf(month)}`);
}

/** Deletes at most `limit` events before a time from the default partition; answers how many. */
export async function deleteUnpartitionedBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from shortener.clicks_default
      where ctid = any (array(
            select ctid
              from shortener.clicks_default
             where occurred_at < $1
             order by occurred_at, id
             limit $2))`,
    [time, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` visitors of the days before `day` (`YYYY-MM-DD`); answers how many. */
export async function deleteVisitorsBefore(db: Db, day: string, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from shortener.click_visitors
      where ctid = any (array(
            select ctid
              from shortener.click_visitors
             where day < $1
             order by day, link_id, visitor_hash
             limit $2))`,
    [day, limit],
  );
  return rowCount;
}

/** The month that comes `count` months later. */
export function monthAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

function partitionOf(month: Month): string {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new Error(`${month} is not a month.`);
  return `shortener.clicks_${month.replace('-', '_')}`;
}

async function setLockTimeout(tx: Tx): Promise<void> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [String(LOCK_TIMEOUT_MS)]);
}
