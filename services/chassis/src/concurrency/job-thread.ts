import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';

const IDLE_MS = 60_000;
/** Niceness relative to the event loop, which serves all other requests: on a shared core, the thread gets a third of the loop's time. */
const NICE = 5;

export interface ThreadOptions {
  /** Module that the thread loads, and the function in it to run. */
  readonly filename: string;
  readonly name: string;
  /** Heap limit of the thread in megabytes. Work that comes near it must abort itself: a thread whose heap overflows can crash the process. */
  readonly heapMegabytes: number;
}

/** A thread with one job at a time: started for the first job, ended after a minute of idleness or when its job is aborted. */
export class JobThread<Job extends object, Outcome> {
  readonly #pool: Piscina<Job, Outcome>;
  /** Set once its modules are loaded. */
  #worker: Worker | undefined;

  constructor({ filename, name, heapMegabytes }: ThreadOptions, onError: (error: unknown) => void) {
    this.#pool = new Piscina<Job, Outcome>({
      filename,
      name,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
    });
    this.#pool.on('workerCreate', () => ([this.#worker] = this.#pool.threads));
    this.#pool.on('workerDestroy', () => (this.#worker = undefined));
    this.#pool.on('error', onError);
  }

  /** Terminates the thread, and the job with it, when the signal aborts. */
  run(job: Job, transferList: ArrayBuffer[], signal: AbortSignal): Promise<Outcome> {
    return this.#pool.run(job, { transferList, signal });
  }

  /** Resolves when the running job has used this many milliseconds of CPU time. Rejects when `end` aborts. */
  async untilWorked(ms: number, end: AbortSignal): Promise<void> {
    if (!this.#worker) await once(this.#pool, 'workerCreate', { signal: end });
    const worker = this.#worker;
    if (!worker) return;
    const overAt = (await workedMs(worker)) + ms;
    for (let left = ms; left > 0; left = overAt - (await workedMs(worker)))
      await sleep(Math.ceil(left), undefined, { signal: end });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** CPU milliseconds of the thread; wall-clock milliseconds where the runtime cannot measure them. */
async function workedMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now();
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}
