import { createRequire } from 'node:module';
import { deserialize } from 'node:v8';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { openThreadPool } from '@svc/chassis/concurrency/thread-pool';
import { appError, invalidInput } from '@svc/chassis/errors/app-error';
import { fromRefusal } from '@svc/chassis/errors/refusal';
import { type Admit, createAdmission } from '@svc/chassis/limits/admission';
import type { Log } from '@svc/chassis/logging/log';
import { createEventLoopYield } from '../imports/event-loop-yield.js';
import { createImportQueue } from '../imports/import-queue.js';
import type { FileRequest, ImportedFile } from './read-file.js';
import type { FileJob, FileOutcome } from './read-file-thread.js';
import type { ReadRow } from './read-row.js';

const THREADS = 2;
/** Heap limit: twice the memory that the largest accepted file needs. */
const HEAP_MEGABYTES = 192;
/** Maximum waiting calls; their files are read from the request only when a thread is free. */
const WAITING_MAX = 8;
/** Bytes from which a file has its own buffer, shared only with its message. */
const MOVED_BYTES_MIN = 1_000_000;

/** Limits in milliseconds: of the wait for a thread, of CPU time per file, and of elapsed time per file. */
export interface FileTimes {
  readonly waitMs: number;
  readonly readMs: number;
  readonly ceilingMs: number;
}

/** The largest files need one second. The wait and the elapsed-time limit together are about as long as a call lasts. */
const TIMES: FileTimes = { waitMs: 5_000, readMs: 5_000, ceilingMs: 15_000 };

/** Parses files in threads: one per owner at a time, and two per process. */
export interface FileReader {
  /** Reserves room for the file of a call before the file is received. */
  readonly admit: Admit;
  /**
   * Transfers the content to a thread, and stops when the caller leaves. Throws `invalid_input` for a file that does not match its format,
   * IMPORT_IN_PROGRESS, and UNAVAILABLE when there is no room.
   */
  read(user: UserPrincipal, request: FileRequest, caller: AbortSignal): Promise<ImportedFile>;
  close(): Promise<void>;
}

export function openFileReader(log: Log, { waitMs, readMs, ceilingMs }: FileTimes = TIMES): FileReader {
  const inTurn = createImportQueue();
  const waiting = {
    waitingMax: WAITING_MAX,
    waitMs,
    refusal: () =>
      appError('UNAVAILABLE', 'Too many files are being read right now. Try again in a moment.', {
        retryAfterSeconds: 5,
      }),
  };
  const threads = openThreadPool<FileJob, FileOutcome>({
    filename: createRequire(import.meta.url).resolve('@svc/deal/contact-import/read-file-thread'),
    name: 'readInThread',
    threads: THREADS,
    heapMegabytes: HEAP_MEGABYTES,
    jobMs: readMs,
    ceilingMs,
    ...waiting,
    tooLong: (cause) =>
      Object.assign(invalidInput('content', 'takes too long to read. Send fewer rows at once.'), { cause }),
    log,
  });
  return {
    admit: createAdmission({ capacity: THREADS, ...waiting }),
    read: ({ userId, preferences: { currency, locale } }, { format, mapping, content, preview, decimalSign }, caller) =>
      inTurn(userId, async () => {
        const request = { format, mapping, content, preview, decimalSign };
        const outcome = await threads.run({ preferences: { currency, locale }, request }, movable(content), caller);
        if (!outcome.ok) throw fromRefusal(outcome.refusal);
        const { batches, decimalSign: sign, columns } = outcome;
        return { rows: await takeOver(batches), decimalSign: sign, columns };
      }),
    close: () => threads.close(),
  };
}

/** Returns the buffers to transfer to the thread instead of copying, so that a large file is not in memory twice. */
function movable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return byteLength > MOVED_BYTES_MIN && buffer instanceof ArrayBuffer ? [buffer] : [];
}

async function takeOver(batches: readonly Uint8Array[]): Promise<ReadRow[]> {
  const yieldToEventLoop = createEventLoopYield();
  const rows: ReadRow[] = [];
  for (const batch of batches) {
    rows.push(...(deserialize(batch) as ReadRow[]));
    await yieldToEventLoop();
  }
  return rows;
}
