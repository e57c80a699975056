import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { releaseForgottenUploads } from '../screenshots/screenshot-repo.js';
import { deleteEnded, expireReservations } from './screenshot-upkeep-repo.js';

/** Milliseconds between sweeps. */
const EVERY_MS = 30_000;
/** Milliseconds after which an upload counts as abandoned: twice the slowest allowed. */
const FORGOTTEN_MS = 5 * 60 * 1_000;
/** Days an expired or deleted record is kept for its owner. */
const KEPT_DAYS = 30;

/** Sweeps screenshots once. Throws the signal's reason when aborted. */
export async function keepScreenshots(pool: Pool, signal?: AbortSignal): Promise<void> {
  await releaseForgottenUploads(pool, FORGOTTEN_MS);
  while ((await expireReservations(pool)) > 0) signal?.throwIfAborted();
  while ((await deleteEnded(pool, KEPT_DAYS)) > 0) signal?.throwIfAborted();
}

/** Sweeps screenshots periodically. */
export function startKeepingScreenshots(pool: Pool): Repetition {
  return repeat('screenshot upkeep', (signal) => keepScreenshots(pool, signal), EVERY_MS, pool.log);
}
