import { Piscina } from 'piscina';
import type { Log } from '../log.js';
import { createAdmission } from '../admission.js';
import { imageCorrupt, noUploadCapacity } from './image-errors.js';

const THREAD_IDLE_MS = 60_000;
/** Jobs that may wait for a thread, and for how long. */
const WAITING_MAX = 32;
const WAIT_MS = 30_000;
/** Milliseconds that a job may take; the slowest honest images take a third of it. */
const JOB_MS = 45_000;

export interface ImageThreadsOptions {
  /** Module that the threads load, and the function of it that they run. */
  readonly filename: string;
  readonly name: string;
  readonly threads: number;
  readonly log: Log;
  /** See `JOB_MS`. */
  readonly jobMs?: number | undefined;
}

/** Threads beside the event loop, each with one job at a time. */
export interface ImageThreads<Job, Outcome> {
  /**
   * Throws UPLOAD_CAPACITY when too many wait or none is free in time, and IMAGE_CORRUPT for a job that takes too long: its thread is
   * ended, whatever it is doing, and another one takes its place.
   */
  run(job: Job, transferList: ArrayBuffer[]): Promise<Outcome>;
  /** Waits for the jobs that run. */
  close(): Promise<void>;
}

export function openImageThreads<Job extends object, Outcome>(
  options: ImageThreadsOptions,
): ImageThreads<Job, Outcome> {
  const { filename, name, threads, log, jobMs = JOB_MS } = options;
  // Jobs wait here and not in the pool, so that the time of a job begins with the job.
  const admit = createAdmission({
    capacity: threads,
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
    refusal: noUploadCapacity,
  });
  const pool = new Piscina<Job, Outcome>({
    filename,
    name,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: THREAD_IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  pool.on('error', (error: unknown) => log.error({ err: error }, 'an image thread failed'));

  return {
    async run(job, transferList) {
      const leave = await admit(1);
      const signal = AbortSignal.timeout(jobMs);
      try {
        return await pool.run(job, { transferList, signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        log.error({ err: error, jobMs }, 'an image took too long; its thread was ended');
        throw imageCorrupt('The image takes too long to decode. Send it in another format.', error);
      } finally {
        leave();
      }
    },
    close: () => pool.close(),
  };
}
