import type { AppError } from '../errors/app-error.js';
import { createAdmission } from '../limits/admission.js';
import type { Log } from '../logging/log.js';
import { JobThread, type ThreadOptions } from './job-thread.js';

export interface ThreadPoolOptions extends ThreadOptions {
  readonly threads: number;
  /** Maximum milliseconds of work per job, excluding the startup of its thread and, where the runtime can measure it, time without a processor. */
  readonly jobMs: number;
  /** Maximum wall-clock milliseconds in total: well above `jobMs`, and below the caller's timeout. */
  readonly ceilingMs: number;
  /** Jobs that may wait for a thread, and for how long. */
  readonly waitingMax: number;
  readonly waitMs: number;
  /** The error when too many wait or no thread is free in time. */
  readonly refusal: () => AppError;
  /** The error for a job that takes too long. */
  readonly tooLong: (cause: unknown) => AppError;
  readonly log: Log;
}

/** Threads outside the event loop, each with one job at a time and its own heap. */
export interface ThreadPool<Job, Outcome> {
  /**
   * A job that takes too long is terminated with its thread, which another one replaces. So is a job whose caller has left; it rejects with the
   * reason of `caller`.
   */
  run(job: Job, transferList: ArrayBuffer[], caller: AbortSignal): Promise<Outcome>;
  /** Waits for the running jobs. */
  close(): Promise<void>;
}

export function openThreadPool<Job extends object, Outcome>(options: ThreadPoolOptions): ThreadPool<Job, Outcome> {
  const { threads: capacity, jobMs, ceilingMs, waitingMax, waitMs, refusal, tooLong, log } = options;
  const admit = createAdmission({ capacity, waitingMax, waitMs, refusal });
  const threads: JobThread<Job, Outcome>[] = [];
  const idle: JobThread<Job, Outcome>[] = [];
  const open = (): JobThread<Job, Outcome> => {
    const thread = new JobThread<Job, Outcome>(options, (error) => log.error({ err: error }, 'a thread failed'));
    threads.push(thread);
    return thread;
  };

  return {
    async run(job, transferList, caller) {
      const leave = await admit(1, [], caller);
      const thread = idle.pop() ?? open();
      const limit = new AbortController();
      const end = new AbortController();
      // `AbortSignal.timeout` would keep the job in memory until it fires.
      const ceiling = setTimeout(() => limit.abort(), ceilingMs);
      try {
        caller.throwIfAborted();
        const outcome = thread.run(job, transferList, AbortSignal.any([caller, limit.signal]));
        void thread.untilWorked(jobMs, end.signal).then(
          () => limit.abort(),
          // The job has ended, and needs no limit.
          () => undefined,
        );
        return await outcome;
      } catch (error) {
        caller.throwIfAborted();
        if (!limit.signal.aborted) throw error;
        log.error({ err: error, jobMs, ceilingMs }, 'a job took too long; its thread was ended');
        throw tooLong(error);
      } finally {
        clearTimeout(ceiling);
        end.abort();
        idle.push(thread);
        leave();
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
