import { repeat, type Repetition } from '../concurrency/repeat.js';
import { type JobLeases, releaseLease, takeLease } from './job-lease-repo.js';

/** Share of the interval for which a run holds its lease; below 1 because clocks and start times are not exact. */
const HELD_SHARE = 0.9;

/**
 * Runs `work` every `everyMs` in one of the processes that start the job; the others skip that run. A run that fails or is aborted is repeated at the
 * next interval, in any process. A run that takes longer than `everyMs` overlaps with the next.
 */
export function startSingletonJob(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  everyMs: number,
  leases: JobLeases,
): Repetition {
  const run = async (signal: AbortSignal): Promise<void> => {
    if (!(await takeLease(leases, name, everyMs * HELD_SHARE))) return;
    try {
      await work(signal);
    } catch (error) {
      await releaseLease(leases, name);
      throw error;
    }
  };
  return repeat(name, run, everyMs, leases.pool.log);
}
