import { createRequire } from 'node:module';
import { openThreadPool } from '@svc/chassis/concurrency/thread-pool';
import { appError, type AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/log';
import { runEvidenceJob, type EvidenceJob } from './evidence-thread.js';

/** Characters of an input that is judged at once. */
const SMALL_INPUT = 65_536;
const HEAP_MEGABYTES = 128;
const JOB_MS = 5_000;
const WAITING_MAX = 8;
const WAIT_MS = 5_000;
/** With the wait less than the 20 seconds that the gateway gives a call. */
const CEILING_MS = 14_000;
const RETRY_AFTER_SECONDS = 5;

/** Runs actions: small inputs at once, large ones in a thread, so that nobody else waits for them. */
export interface EvidenceRunner {
  /** The JSON of the result. Throws UNAVAILABLE when too many wait, or a job takes too long; it ends with its caller. */
  run(job: EvidenceJob, caller: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** What the thread loads, how long a job may work, and how long this may take by the clock. */
interface EvidenceThread {
  readonly filename: string;
  readonly jobMs: number;
  readonly ceilingMs: number;
}

const THREAD: EvidenceThread = {
  filename: createRequire(import.meta.url).resolve('@svc/viewcheck/evidence/evidence-thread'),
  jobMs: JOB_MS,
  ceilingMs: CEILING_MS,
};

export function openEvidenceRunner(log: Log, thread: EvidenceThread = THREAD): EvidenceRunner {
  const threads = openThreadPool<EvidenceJob, string>({
    ...thread,
    name: 'runEvidenceJob',
    threads: 1,
    heapMegabytes: HEAP_MEGABYTES,
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
    refusal: () => unavailable('Too much evidence is judged at the moment. Try again in a moment.'),
    tooLong: (cause) => unavailable('The input took too long to judge. Send fewer rows at once.', cause),
    log,
  });
  return {
    async run(job, caller) {
      return job.inputJson.length <= SMALL_INPUT ? runEvidenceJob(job) : threads.run(job, [], caller);
    },
    close: () => threads.close(),
  };
}

function unavailable(message: string, cause?: unknown): AppError {
  return appError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
