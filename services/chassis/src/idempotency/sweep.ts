import { repeat, type Repetition } from '../concurrency/repeat.js';
import { keepPartitions } from '../postgres/partitions/calendar-partitions.js';
import type { Pool } from '../postgres/pool.js';
import { readNow } from '../postgres/read-now.js';
import { ANSWERS, deleteExpiredRecords } from './idempotency-repo.js';

const BATCH = 500;
const INTERVAL_MS = 10 * 60_000;

/** Creates the partitions for the coming days and drops those whose answers have expired, now and every ten minutes. */
export function startIdempotencySweep(pool: Pool): Repetition {
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const now = await readNow(pool);
    await keepPartitions(pool, ANSWERS, 'day', now, now);
    do signal.throwIfAborted();
    while ((await deleteExpiredRecords(pool, BATCH)) === BATCH);
  };
  return repeat('idempotency sweep', sweep, INTERVAL_MS, pool.log);
}
