import { repeat, type Repetition } from '../outbox/repeat.js';
import type { Pool } from '../postgres/pool.js';
import { deleteExpiredRecords } from './idempotency-repo.js';

const BATCH = 500;

/** Deletes expired records now and every `intervalMs`, in batches so small that no write waits for it, until it is stopped. */
export function startIdempotencySweep(pool: Pool, intervalMs = 60_000): Repetition {
  const sweep = async (): Promise<void> => {
    while ((await deleteExpiredRecords(pool, BATCH)) === BATCH);
  };
  return repeat('idempotency sweep', sweep, intervalMs, pool.log);
}
