import type { Pool } from '../pool.js';
import { createFuturePartition, dropLeftExclusions, isDefaultLarge } from './large-default.js';
import {
  changePartitions,
  createPartition,
  dropPartition,
  listPartitions,
  type PartitionedTable,
  type TimeRange,
} from './range-partitions.js';

/** The span of a partition, in UTC. */
type PartitionLength = 'day' | 'month';

/** Partitions created ahead, the current one included. */
const AHEAD = 4;

/** Maximum old partitions dropped in one run, so that a clock jump can be noticed in time. */
const DROPPED_MAX = 2;

/**
 * Creates the partitions of today or this month (in UTC) and the next three, and drops at most two partitions that end before `keepFrom`, oldest
 * first; the log warns when there are more. Each step is a separate transaction, so that no table is locked for longer than its own step; concurrent
 * processes wait for one another. Rows in a large default partition stay there, so that no write waits while they are scanned and moved: time ranges
 * for which it already has rows get no partition.
 */
export async function keepPartitions(
  pool: Pool,
  table: PartitionedTable,
  length: PartitionLength,
  now: Date,
  keepFrom: Date,
): Promise<void> {
  await dropLeftExclusions(pool, table, rangeOf(now, length, 0).name);
  const known = await listPartitions(pool, table);
  const wanted = Array.from({ length: AHEAD }, (_, index) => rangeOf(now, length, index));
  const missing = wanted.filter(({ name }) => !known.includes(name));
  const isLarge = missing.length > 0 && (await isDefaultLarge(pool, table));
  for (const range of missing) {
    if (!isLarge) await createPartitionOnce(pool, table, range);
    else if (range.from > now) await createFuturePartition(pool, table, range);
  }
  const firstKept = rangeOf(keepFrom, length, 0).name;
  const old = known.filter((one) => one < firstKept);
  for (const name of old.slice(0, DROPPED_MAX)) {
    await changePartitions(pool, table, (tx) => dropPartition(tx, table, name));
  }
  if (old.length > DROPPED_MAX)
    pool.log.warn(
      { table: table.table, left: old.length - DROPPED_MAX },
      'more partitions have expired than one run drops: check the clock of the database',
    );
}

/** The range that lies `after` days or months after the given time; named `2026_01_31` or `2026_01`. */
function rangeOf(time: Date, length: PartitionLength, after: number): TimeRange {
  const from = startOf(time, length, after);
  const to = startOf(time, length, after + 1);
  const name = from
    .toISOString()
    .slice(0, length === 'day' ? 10 : 7)
    .replaceAll('-', '_');
  return { name, from, to };
}

function startOf(time: Date, length: PartitionLength, after: number): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  return new Date(length === 'day' ? Date.UTC(year, month, day + after) : Date.UTC(year, month + after, 1));
}

async function createPartitionOnce(pool: Pool, table: PartitionedTable, range: TimeRange): Promise<void> {
  await changePartitions(pool, table, async (tx) => {
    if (!(await listPartitions(tx, table)).includes(range.name)) await createPartition(tx, table, range);
  });
}
