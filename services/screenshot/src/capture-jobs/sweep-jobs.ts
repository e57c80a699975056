import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { failStrandedJobs, requeueForgottenJobs } from './capture-job-repo.js';
import { endedCaptures } from './capture-metrics.js';
import { failureOf } from './run-capture-job.js';

/** Milliseconds between sweeps. */
const EVERY_MS = 5_000;
/** Milliseconds a job may wait. */
const WAIT_MS_MAX = 30_000;
/** Attempts for a job whose process dies or whose outcome is unknown. */
export const TRIES_MAX = 2;

/** Requeues jobs of dead processes, and fails jobs that waited too long. */
export async function sweepJobs(pool: Pool): Promise<void> {
  await requeueForgottenJobs(pool, TRIES_MAX);
  const tooLong = failureOf('timeout', 'No browser was free for the capture in time; try again in a moment.');
  const crashed = failureOf('browser_crash');
  const codes = await inTransaction(pool, (tx) => failStrandedJobs(tx, { waitMs: WAIT_MS_MAX, tooLong, crashed }));
  for (const code of codes) endedCaptures.add(code);
}

/** Sweeps periodically, even without a local browser, because no other process may have one. */
export function startSweepingJobs(pool: Pool): Repetition {
  return repeat('capture sweep', () => sweepJobs(pool), EVERY_MS, pool.log);
}
