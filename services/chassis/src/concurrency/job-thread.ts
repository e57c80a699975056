import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';

const IDLE_MS = 60_000;
/** How far a thread steps back behind the event loop, which answers everybody else: it gets a third of what that gets where they share a core. */
const NICE = 5;

export interface ThreadOptions {
  /** Module that the thread loads, and the function of it that it runs. */
  readonly filename: string;
  readonly name: string;
  /** Megabytes of the heap of the thread. What comes near must give up by itself: a thread whose heap overflows can end the process. */
  readonly heapMegabytes: number;
}

/** A thread with one job at a time: started for the first one, ended when it has been idle for a minute or its job is ended. */
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

  /** Ends the job with its thread, whatever it is doing, when the signal says so. */
  run(job: Job, transferList: ArrayBuffer[], signal: AbortSignal): Promise<Outcome> {
    return this.#pool.run(job, { transferList, signal });
  }

  /** Resolves when the job that runs has been worked at for so many milliseconds. Rejects with its end. */
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

/** Milliseconds for which the thread has had a processor; where the runtime cannot say, those of the clock. */
async function workedMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now();
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}
