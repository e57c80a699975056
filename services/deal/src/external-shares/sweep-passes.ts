import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { deleteEndedPasses } from './external-share-repo.js';

const BATCH = 1_000;

/** Deletes expired viewing passes, immediately and every `intervalMs`, until stopped. */
export function startPassSweep(pool: Pool, intervalMs = 60_000): Repetition {
  const sweep = async (signal: AbortSignal): Promise<void> => {
    do signal.throwIfAborted();
    while ((await deleteEndedPasses(pool, BATCH)) === BATCH);
  };
  return repeat('viewing pass sweep', sweep, intervalMs, pool.log);
}
