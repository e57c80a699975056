import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import { keepPartitions } from '@svc/chassis/postgres/partitions/calendar-partitions';
import { deleteUnpartitionedBefore } from '@svc/chassis/postgres/partitions/unpartitioned-rows';
import type { Pool } from '@svc/chassis/postgres/pool';
import { readNow } from '@svc/chassis/postgres/read-now';
import { DAY_MS } from '@svc/chassis/time/durations';
import { ACTIVITY } from './activity-repo.js';

const INTERVAL_MS = 60 * 60_000;

/**
 * Creates the partitions of the coming months, and drops months that ended more than `retentionDays` ago (0 keeps them
 * forever), now and every hour, until stopped.
 */
export function startKeepingActivity(pool: Pool, retentionDays: number): Repetition {
  return repeat(
    'activity upkeep',
    async (signal) => keepActivity(pool, await readNow(pool), retentionDays, signal),
    INTERVAL_MS,
    pool.log,
  );
}

/** Creates and drops partitions once. */
export async function keepActivity(pool: Pool, now: Date, retentionDays: number, signal?: AbortSignal): Promise<void> {
  const keepFrom = new Date(retentionDays === 0 ? 0 : now.getTime() - retentionDays * DAY_MS);
  await keepPartitions(pool, ACTIVITY, 'month', now, keepFrom);
  if (retentionDays > 0) await deleteUnpartitionedBefore(pool, ACTIVITY, keepFrom, signal);
}
