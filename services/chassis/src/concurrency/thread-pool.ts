import { createAdmission } from '../limits/admission.js';
import type { AppError } from '../errors/app-error.js';
import type { Log } from '../logging/log.js';
import { JobThread, type ThreadOptions } from './job-thread.js';

export interface ThreadPoolOptions extends ThreadOptions {
  readonly threads: number;
  /**
   * Milliseconds that a job may work. Neither the start of its thread counts, nor the time in which others have the processors, as far
   * as the runtime tells it.
   */
  readonly jobMs: number;
  /** Milliseconds by the clock, with all that: well above `jobMs`, and less than the caller waits. */
  readonly ceilingMs: number;
  /** Jobs that may wait for a thread, and for how long. */
  readonly waitingMax: number;
  readonly waitMs: number;
  /** What is thrown when too many wait or no thread is free in time. */
  readonly refusal: () => AppError;
  /** What is thrown for a job that takes too long. */
  readonly tooLong: (cause: unknown) => AppError;
  readonly log: Log;
}

/** Threads beside the event loop, each with one job at a time and a heap of its own. */
export interface ThreadPool<Job, Outcome> {
  /**
   * A job that takes too long is ended with its thread, whatever it is doing, and another one takes its place; so is a job whose caller
   * has gone, which rejects with the reason of `caller`.
   */
  run(job: Job, transferList: ArrayBuffer[], caller: AbortSignal): Promise<Outcome>;
  /** Waits for the jobs that run. */
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
      const leave = await admit(1);
      const thread = idle.pop() ?? open();
      const limit = new AbortController();
      const end = new AbortController();
      // A signal of the runtime's own would keep the job in memory until its time is over.
      const ceiling = setTimeout(() => limit.abort(), ceilingMs);
      try {
        caller.throwIfAborted();
        const outcome = thread.run(job, transferList, AbortSignal.any([caller, limit.signal]));
        void thread.untilWorked(jobMs, end.signal).then(
          () => limit.abort(),
          // A job that has ended needs no limit.
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
