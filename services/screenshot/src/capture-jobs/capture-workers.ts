import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { extendLease, leaseNextJob, LEASE_MS, requeueJob } from './capture-job-repo.js';
import type { LeasedJob } from './capture-job.js';
import type { CaptureWatch } from './capture-watch.js';
import { failJob, failureOf, runJob, type JobParts } from './run-job.js';
import { TRIES_MAX } from './sweep-jobs.js';

/** Pages that one process captures at once. */
const PARALLEL = 2;
/** Milliseconds between two looks for jobs that nobody told of. */
const LOOK_MS = 5_000;
/** Milliseconds that jobs have to end when the process stops; those that have not go back on the queue. */
const DRAIN_MS = 20_000;
/** Share of the time for stopping that jobs have to end: what follows needs some too. */
const DRAIN_SHARE = 0.5;

export interface CaptureWorkersOptions extends JobParts {
  readonly watch: CaptureWatch;
  /** Milliseconds between two words that a job is worked on; a quarter of its lease when unset. */
  readonly leaseBeatMs?: number;
}

export interface CaptureWorkers {
  /** Takes on no more jobs, waits for those in hand, and gives back what is not done in time. */
  stop(graceMs: number): Promise<void>;
}

/** Captures what waits, two pages at a time. */
export function startCaptureWorkers(options: CaptureWorkersOptions): CaptureWorkers {
  const { pool, watch } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const giving = new AbortController();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;

  const work = async (job: LeasedJob): Promise<void> => {
    try {
      await runLeased(options, job, giving.signal);
    } catch (error) {
      const isGivenBack = giving.signal.aborted;
      if (!isGivenBack) pool.log.error({ err: error, jobId: job.id }, 'a capture broke off');
      await giveBack(options, job, isGivenBack);
    }
  };

  const takeJobs = async (): Promise<void> => {
    while (isAskedAgain) {
      isAskedAgain = false;
      while (running.size < PARALLEL && !stopping.signal.aborted) {
        const job = await leaseNextJob(pool);
        if (!job) break;
        const done = work(job).finally(() => {
          running.delete(done);
          wake();
        });
        running.add(done);
      }
    }
  };
  /** Takes jobs while there is room; a look that is asked for meanwhile follows, as its job may have been overlooked. */
  const look = (): Promise<void> => {
    isAskedAgain = true;
    looking ??= takeJobs().finally(() => (looking = undefined));
    return looking;
  };
  const wake = (): void =>
    void look().catch((error: unknown) => pool.log.warn({ err: error }, 'captures have to wait for the next look'));

  watch.onQueued(wake);
  const lookingAgain = repeat('capture queue', look, LOOK_MS, pool.log);

  return {
    async stop(graceMs) {
      stopping.abort();
      await lookingAgain.stop();
      // A job that is taken at this moment is one in hand.
      await looking?.catch(() => undefined);
      const time = new AbortController();
      const drained = Promise.all(running).then(() => time.abort());
      const drainMs = Math.min(graceMs * DRAIN_SHARE, DRAIN_MS);
      await pause(drainMs, undefined, { signal: time.signal }).catch(() => undefined);
      giving.abort();
      await drained;
    },
  };
}

/** Runs a job, and says again and again that it is worked on; ends it when it is somebody else's by now. */
async function runLeased(options: CaptureWorkersOptions, job: LeasedJob, giving: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const beat = repeat(
    'capture lease',
    async () => {
      if (!(await extendLease(options.pool, job))) lost.abort();
    },
    options.leaseBeatMs ?? LEASE_MS / 4,
    options.pool.log,
  );
  try {
    await runJob(options, job, AbortSignal.any([giving, lost.signal]));
  } finally {
    await beat.stop();
  }
}

/** Another process, or the next one, has the job then; one that has broken off often enough fails. */
async function giveBack({ pool }: CaptureWorkersOptions, job: LeasedJob, isGivenBack: boolean): Promise<void> {
  try {
    if (!isGivenBack && job.attempts >= TRIES_MAX) await failJob(pool, job, failureOf('browser_crash'));
    else await requeueJob(pool, job, !isGivenBack);
  } catch (error) {
    pool.log.warn({ err: error, jobId: job.id }, 'a capture waits until its lease has run out');
  }
}
