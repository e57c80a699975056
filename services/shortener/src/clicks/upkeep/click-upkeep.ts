import type { Repetition } from '@svc/chassis/concurrency/repeat';
import { keepPartitions } from '@svc/chassis/postgres/partitions/calendar-partitions';
import type { PartitionedTable } from '@svc/chassis/postgres/partitions/range-partitions';
import { deleteUnpartitionedBefore } from '@svc/chassis/postgres/partitions/unpartitioned-rows';
import type { Pool } from '@svc/chassis/postgres/pool';
import { readNow } from '@svc/chassis/postgres/read-now';
import { DAY_MS } from '@svc/chassis/time/durations';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { deleteSaltsBefore } from '../recording/visitor-salt-repo.js';
import { dayNumberOf, dayOf } from '../utc-day.js';
import { foldOldReferrers, moveBusyDays } from './roll-up-days.js';
import { deleteOldVisitors } from './visitor-repo.js';

/** Partitioned by month. */
const CLICKS: PartitionedTable = { table: 'shortener.clicks', column: 'occurred_at' };
/** Partitioned by day. */
const VISITORS: PartitionedTable = { table: 'shortener.daily_visitors', column: 'day' };

const INTERVAL_MS = 3_600_000;
/** Days for which visitors remain distinguishable after their day has ended. */
const VISITOR_DAYS = 2;
/** A time before the first click. */
const FOR_EVER = new Date(0);
/** Maximum rows deleted by one statement. */
const DELETE_MAX = 5_000;

export interface ClickUpkeepOptions {
  /** Days for which single clicks and referrers are kept; 0 keeps them forever. Counts are always kept. */
  readonly retentionDays: number;
}

/** Maintains the click tables now and every hour, in a single process. */
export function startClickUpkeep(pool: Pool, options: ClickUpkeepOptions): Repetition {
  const work = async (signal: AbortSignal) => runClickUpkeep(pool, options, await readNow(pool), signal);
  return startSingletonJob('click upkeep', work, INTERVAL_MS, { pool, schema: 'shortener' });
}

/**
 * Deletes salts and visitors of past days, creates the partitions of coming months and drops those older than the retention, moves busy days out of
 * the roll-up, and drops old referrers. A failed task does not stop the others, but the promise then rejects at the end. Throws the signal's reason
 * when aborted between tasks.
 */
export async function runClickUpkeep(
  pool: Pool,
  { retentionDays }: ClickUpkeepOptions,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const retainedFrom = retentionDays === 0 ? FOR_EVER : new Date(now.getTime() - retentionDays * DAY_MS);
  const steps = [
    () => forgetVisitors(pool, now, signal),
    () => keepPartitions(pool, CLICKS, 'month', now, retainedFrom),
    () => deleteUnpartitionedBefore(pool, CLICKS, retainedFrom, signal),
    () => moveBusyDays(pool, now, { signal }),
    () => foldOldReferrers(pool, retainedFrom, signal),
  ];
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
    signal?.throwIfAborted();
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Parts of the upkeep of clicks failed.');
}

async function forgetVisitors(pool: Pool, now: Date, signal: AbortSignal | undefined): Promise<void> {
  const firstDay = dayOf(dayNumberOf(now.getTime()) - VISITOR_DAYS);
  await deleteSaltsBefore(pool, firstDay);
  await deleteUnpartitionedBefore(pool, VISITORS, new Date(firstDay), signal);
  await keepPartitions(pool, VISITORS, 'day', now, new Date(firstDay));
  do signal?.throwIfAborted();
  while ((await deleteOldVisitors(pool, firstDay, DELETE_MAX)) === DELETE_MAX);
}
