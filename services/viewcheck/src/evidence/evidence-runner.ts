import { createRequire } from 'node:module';
import { openThreadPool } from '@svc/chassis/concurrency/thread-pool';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { type Admit, createAdmission } from '@svc/chassis/limits/admission';
import type { Log } from '@svc/chassis/logging/log';
import { releaseMemorySoon } from '@svc/chassis/process/release-memory';
import { prepareReaders } from '@svc/video-pages/prepare-readers';
import { type EvidenceJob, runEvidenceJob } from './evidence-thread.js';

/** Maximum length of an input that is judged without a thread. */
const SMALL_INPUT = 65_536;
/** Heap limit; the largest inputs need less than 48 MB. */
const HEAP_MEGABYTES = 64;
const JOB_MS = 5_000;
/** Maximum large inputs received at a time; the others wait unread. */
const TAKEN_IN_MAX = 1;
const WAITING_MAX = 8;
const WAIT_MS = 5_000;
/** Limit of elapsed time: with the wait, less than the gateway's timeout of 20 seconds. */
const CEILING_MS = 14_000;
const RETRY_AFTER_SECONDS = 5;

/** Runs actions: small inputs directly, large ones in a thread, so that other calls do not wait. */
export interface EvidenceRunner {
  /** Reserves room for a large input before reading it. */
  readonly admit: Admit;
  /** Returns the JSON of the result. Throws UNAVAILABLE when too many jobs wait, or a job takes too long; a job ends with its caller. */
  run(job: EvidenceJob, caller: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** The thread's module, and the limits of CPU time and elapsed time per job. */
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
  const waiting = {
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
    refusal: () => unavailable('Too much evidence is being judged right now. Try again in a moment.'),
  };
  const threads = openThreadPool<EvidenceJob, string>({
    ...thread,
    name: 'runEvidenceJob',
    threads: 1,
    heapMegabytes: HEAP_MEGABYTES,
    ...waiting,
    tooLong: (cause) => unavailable('The input took too long to judge. Send fewer rows at once.', cause),
    log,
  });
  return {
    admit: createAdmission({ capacity: TAKEN_IN_MAX, ...waiting }),
    async run(job, caller) {
      if (job.inputJson.length <= SMALL_INPUT) {
        await prepareReaders();
        return runEvidenceJob(job);
      }
      const inputJson = movable(job.inputJson);
      try {
        return await threads.run({ ...job, inputJson }, [inputJson.buffer], caller);
      } finally {
        releaseMemorySoon();
      }
    },
    close: () => threads.close(),
  };
}

/** Returns the buffers to transfer to the thread instead of copying, so that a large input is not in memory twice. */
function movable(inputJson: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = typeof inputJson === 'string' ? Buffer.from(inputJson) : inputJson;
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : Uint8Array.from(bytes);
}

function unavailable(message: string, cause?: unknown): AppError {
  return appError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
