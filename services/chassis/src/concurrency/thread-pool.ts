import { Piscina } from 'piscina';
import { createAdmission } from '../admission.js';
import type { AppError } from '../errors/app-error.js';
import type { Log } from '../log.js';

const THREAD_IDLE_MS = 60_000;
/** How far the threads step back behind the event loop, which answers everybody else. */
const NICE = 10;

export interface ThreadPoolOptions {
  /** Module that the threads load, and the function of it that they run. */
  readonly filename: string;
  readonly name: string;
  readonly threads: number;
  /** Megabytes of the heap of each thread. What comes near must give up by itself: a thread whose heap overflows can end the process. */
  readonly heapMegabytes: number;
  /** Milliseconds that a job may take. */
  readonly jobMs: number;
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
  run(job: Job, transferList?: ArrayBuffer[], caller?: AbortSignal): Promise<Outcome>;
  /** Waits for the jobs that run. */
  close(): Promise<void>;
}

export function openThreadPool<Job extends object, Outcome>(options: ThreadPoolOptions): ThreadPool<Job, Outcome> {
  const { filename, name, threads, heapMegabytes, jobMs, tooLong, log, ...waiting } = options;
  // Jobs wait here and not in the pool, so that the time of a job begins with the job.
  const admit = createAdmission({ capacity: threads, ...waiting });
  const pool = new Piscina<Job, Outcome>({
    filename,
    name,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: THREAD_IDLE_MS,
    niceIncrement: NICE,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
  });
  pool.on('error', (error: unknown) => log.error({ err: error }, 'a thread failed'));

  return {
    async run(job, transferList = [], caller) {
      const leave = await admit(1);
      const deadline = AbortSignal.timeout(jobMs);
      try {
        caller?.throwIfAborted();
        const signal = caller ? AbortSignal.any([caller, deadline]) : deadline;
        return await pool.run(job, { transferList, signal });
      } catch (error) {
        caller?.throwIfAborted();
        if (!deadline.aborted) throw error;
        log.error({ err: error, jobMs }, 'a job took too long; its thread was ended');
        throw tooLong(error);
      } finally {
        leave();
      }
    },
    close: () => pool.close(),
  };
}
