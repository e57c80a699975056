import { setTimeout as pause } from 'node:timers/promises';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { CAPTURE_LIMITS } from '../capture/capture-limits.js';
import { extendLease, leaseNextJob, LEASE_MS, requeueJob, untakeJob, type BrokenRun } from './capture-job-repo.js';
import type { LeasedJob } from './capture-job.js';
import type { CaptureWatch } from './capture-watch.js';
import { failJob, failureOf, runCaptureJob, type JobParts } from './run-capture-job.js';
import { TRIES_MAX } from './sweep-jobs.js';
import { lacksBrowser } from './until-present.js';

/** Pages that one process captures at once. */
const PARALLEL = 2;
/** Milliseconds between two looks for jobs without a notification. */
const LOOK_MS = 5_000;
/** Milliseconds that jobs have to end when the process stops, enough for a capture; those that have not go back on the queue. */
const DRAIN_MS = CAPTURE_LIMITS.visitMs + 5_000;
/** Milliseconds after which a job counts as hung: two captures, and the steps around them. */
const JOB_MS_MAX = CAPTURE_LIMITS.visitMs + 60_000;
/** Milliseconds for which no jobs are taken after the browser has not started; twice as long each time, up to a minute. */
const REST_MS = 1_000;
const REST_MS_MAX = 60_000;
/** Milliseconds for giving jobs back when the process stops: those of whom the database hears nothing wait until their lease has run out. */
const GIVE_BACK_MS = 5_000;
/** Share of the shutdown time in which jobs must end; later steps need the rest. */
const DRAIN_SHARE = 0.5;

export interface CaptureWorkersOptions extends JobParts {
  readonly watch: CaptureWatch;
  /** Milliseconds between two words that a job is worked on; a quarter of its lease when unset. */
  readonly leaseBeatMs?: number;
  /** Milliseconds for a job; `JOB_MS_MAX` when unset. */
  readonly jobMsMax?: number;
}

export interface CaptureWorkers {
  /** Takes on no more jobs; those in hand go on. */
  takeNoMore(): void;
  /**
   * Claims no more jobs, waits for the running ones, and returns those not done in time to the queue. When the process `hasFailed`, one of them
   * may be why, so that this counts as one of their tries.
   */
  stop(graceMs: number, hasFailed?: boolean): Promise<void>;
}

/** Captures waiting jobs, two pages at a time. */
export function startCaptureWorkers(options: CaptureWorkersOptions): CaptureWorkers {
  const { pool, watch } = options;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const giving = new AbortController();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
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
      if (!isGivenBack) pool.log.error({ err: error, jobId: job.id }, 'a capture broke off');
      await giveBack(options, job, isCounted || !isGivenBack ? 'tried' : 'not-tried');
    }
  };

  const takeJobs = async (): Promise<void> => {
    while (isAskedAgain) {
      isAskedAgain = false;
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
    takeNoMore: () => stopping.abort(),
    async stop(graceMs, hasFailed = false) {
      stopping.abort();
      isCounted = hasFailed;
      await lookingAgain.stop();
      // A job that is taken at this moment is one in hand.
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

/** A rest for workers without a browser, which leaves the jobs to others; each is twice as long as the one before, until it is reset. */
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
      // Two jobs that fail at once have one rest.
      if (timer) return;
      ms = Math.min(Math.max(REST_MS, ms * 2), REST_MS_MAX);
      timer = setTimeout(end, ms).unref();
    },
    reset: () => void (ms = 0),
  };
}

/**
 * Runs a job and renews its claim; stops when another process has claimed it. A job that takes too long fails,
 * and its result is dropped.
 */
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
    pool.log.error({ jobId: job.id }, 'a capture hangs: it fails, and its browser is ended');
    browser.retire();
    await failJob(pool, job, failureOf('timeout'));
    ending.abort();
  } finally {
    over.abort();
    await beat.stop();
  }
}

async function untake({ pool }: CaptureWorkersOptions, job: LeasedJob): Promise<void> {
  await untakeJob(pool, job).catch((error: unknown) =>
    pool.log.warn({ err: error, jobId: job.id }, 'a capture waits until its lease has run out'),
  );
}

/** Another process, or the next one, has the job then; one that has broken off often enough fails. */
async function giveBack({ pool }: CaptureWorkersOptions, job: LeasedJob, run: BrokenRun): Promise<void> {
  try {
    if (run === 'tried' && job.attempts >= TRIES_MAX) await failJob(pool, job, failureOf('browser_crash'));
    else await requeueJob(pool, job, run);
  } catch (error) {
    pool.log.warn({ err: error, jobId: job.id }, 'a capture waits until its lease has run out');
  }
}
