import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { CAPTURE_LIMITS } from '../capture/capture-limits.js';
import type { LeasedJob } from './capture-job.js';
import { type BrokenRun, extendLease, LEASE_MS, leaseNextJob, requeueJob, unclaimJob } from './capture-job-repo.js';
import type { CaptureWatch } from './capture-watch.js';
import { lacksBrowser } from './retry-transient.js';
import { failJob, failureOf, type JobParts, runCaptureJob } from './run-capture-job.js';
import { TRIES_MAX } from './sweep-jobs.js';

/** Pages that one process captures at once. */
const PARALLEL = 2;
/** Milliseconds between polls of the queue without a notification. */
const LOOK_MS = 5_000;
/** Milliseconds for jobs to finish on shutdown, enough for one capture; unfinished jobs are requeued. */
const DRAIN_MS = CAPTURE_LIMITS.visitMs + 5_000;
/** Milliseconds after which a job counts as hung: two captures plus the steps around them. */
const JOB_MS_MAX = CAPTURE_LIMITS.visitMs + 60_000;
/** Milliseconds to pause after the browser fails to start; doubles each time, up to a minute. */
const REST_MS = 1_000;
const REST_MS_MAX = 60_000;
/** Milliseconds for requeueing jobs on shutdown; any that fail wait until their lease expires. */
const GIVE_BACK_MS = 5_000;
/** Fraction of the shutdown time for jobs to end; later steps need the rest. */
const DRAIN_SHARE = 0.5;

export interface CaptureWorkersOptions extends JobParts {
  readonly watch: CaptureWatch;
  /** Milliseconds between lease renewals; a quarter of the lease by default. */
  readonly leaseBeatMs?: number;
  /** Milliseconds for one job; `JOB_MS_MAX` by default. */
  readonly jobMsMax?: number;
}

export interface CaptureWorkers {
  /** Claims no more jobs; running ones continue. */
  stopClaiming(): void;
  /**
   * Claims no more jobs, waits for running ones, and requeues those not done in time. With `hasFailed`, one of them may have crashed the
   * process, so the run counts as an attempt.
   */
  stop(graceMs: number, hasFailed?: boolean): Promise<void>;
}

/** Runs queued captures, two pages at a time. */
export function startCaptureWorkers(options: CaptureWorkersOptions): CaptureWorkers {
  const { pool, watch } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const giving = new AbortController();
  let looking: Promise<void> | undefined;
  let isRerunWanted = false;
  let isCounted = false;
  const rest = growingRest(() => wake());

  const work = async (job: LeasedJob): Promise<void> => {
    try {
      await runLeased(options, job, giving.signal);
      rest.reset();
    } catch (error) {
      if (lacksBrowser(error)) {
        rest.begin();
        return untake(options, job);
      }
      const isGivenBack = giving.signal.aborted;
      if (!isGivenBack) pool.log.error({ err: error, jobId: job.id }, 'a capture was interrupted');
      await giveBack(options, job, isCounted || !isGivenBack ? 'tried' : 'not-tried');
    }
  };

  const takeJobs = async (): Promise<void> => {
    while (isRerunWanted) {
      isRerunWanted = false;
      while (running.size < PARALLEL && !stopping.signal.aborted && !rest.isOn()) {
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
  /** Claims jobs while there is room. A call during a pass triggers another one, since its job may have been missed. */
  const look = (): Promise<void> => {
    isRerunWanted = true;
    looking ??= takeJobs().finally(() => (looking = undefined));
    return looking;
  };
  const wake = (): void =>
    void look().catch((error: unknown) =>
      pool.log.warn({ err: error }, 'could not look for captures; waiting for the next poll'),
    );

  watch.onQueued(wake);
  const lookingAgain = repeat('capture queue', look, LOOK_MS, pool.log);

  return {
    stopClaiming: () => stopping.abort(),
    async stop(graceMs, hasFailed = false) {
      stopping.abort();
      isCounted = hasFailed;
      await lookingAgain.stop();
      // A job being claimed right now counts as running.
      await looking?.catch(() => undefined);
      const time = new AbortController();
      const drained = Promise.all(running).then(() => time.abort());
      const drainMs = Math.min(graceMs * DRAIN_SHARE, DRAIN_MS);
      await pause(drainMs, undefined, { signal: time.signal }).catch(() => undefined);
      giving.abort();
      await Promise.race([drained, pause(GIVE_BACK_MS)]);
    },
  };
}

/** Backs off while the browser does not start, leaving jobs to other processes; each pause doubles until reset. */
function growingRest(onEnd: () => void): { isOn(): boolean; begin(): void; reset(): void } {
  let ms = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    timer = undefined;
    onEnd();
  };
  return {
    isOn: () => timer !== undefined,
    begin() {
      // Two jobs that fail at once share one pause.
      if (timer) return;
      ms = Math.min(Math.max(REST_MS, ms * 2), REST_MS_MAX);
      timer = setTimeout(end, ms).unref();
    },
    reset: () => void (ms = 0),
  };
}

/** Runs a job and renews its lease; stops when another process has claimed it. A job past its deadline fails, and its result is dropped. */
async function runLeased(options: CaptureWorkersOptions, job: LeasedJob, giving: AbortSignal): Promise<void> {
  const { pool, browser, leaseBeatMs = LEASE_MS / 4, jobMsMax = JOB_MS_MAX } = options;
  const ending = new AbortController();
  const beat = repeat(
    'capture lease',
    async () => {
      if (!(await extendLease(pool, job))) ending.abort();
    },
    leaseBeatMs,
    pool.log,
  );
  const over = new AbortController();
  const overdue = pause(jobMsMax, true, { signal: over.signal, ref: false }).catch(() => false);
  try {
    const done = runCaptureJob(options, job, AbortSignal.any([giving, ending.signal])).then(() => false);
    // Errors after the deadline are dropped.
    done.catch(() => undefined);
    if (!(await Promise.race([done, overdue]))) return;
    pool.log.error({ jobId: job.id }, 'a capture hung: failing it and retiring its browser');
    browser.retire();
    await failJob(pool, job, failureOf('timeout'));
    ending.abort();
  } finally {
    over.abort();
    await beat.stop();
  }
}

async function untake({ pool }: CaptureWorkersOptions, job: LeasedJob): Promise<void> {
  await unclaimJob(pool, job).catch((error: unknown) =>
    pool.log.warn({ err: error, jobId: job.id }, 'a capture waits until its lease expires'),
  );
}

/** Requeues an interrupted job, or fails it when it is out of attempts. */
async function giveBack({ pool }: CaptureWorkersOptions, job: LeasedJob, run: BrokenRun): Promise<void> {
  try {
    if (run === 'tried' && job.attempts >= TRIES_MAX) await failJob(pool, job, failureOf('browser_crash'));
    else await requeueJob(pool, job, run);
  } catch (error) {
    pool.log.warn({ err: error, jobId: job.id }, 'a capture waits until its lease expires');
  }
}
