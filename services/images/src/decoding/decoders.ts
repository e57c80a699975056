import { createAdmission } from '@svc/chassis/limits/admission';
import type { Log } from '@svc/chassis/logging/log';
import { imageCorrupt, noUploadCapacity } from '../errors/image-errors.js';
import { type DecoderProcess, startDecoder } from './decoder-process.js';
import type { ImageJob, ProcessedImage } from './process-image.js';

const PROCESSES = 2;
/** Maximum memory of all images being decoded, estimated from their headers. */
const MEMORY_BYTES_MAX = 384_000_000;
const IDLE_MS = 60_000;
/** Images that may wait for a process, and for how long. */
const WAITING_MAX = 32;
const WAIT_MS = 30_000;
/**
 * Maximum milliseconds of work for an image; the slowest legitimate ones take a third of it. Waiting for memory or CPU does not count as work, but a
 * process that reports nothing counts as working.
 */
const JOB_MS = 45_000;
/** Maximum wall-clock milliseconds for an image that has a process, including its wait for memory. */
const CEILING_MS = 100_000;

export interface DecodersOptions {
  readonly log: Log;
  /** See `JOB_MS`. */
  readonly jobMs?: number | undefined;
  /** See `CEILING_MS`. */
  readonly ceilingMs?: number | undefined;
  readonly idleMs?: number | undefined;
  /** Module that the processes run. */
  readonly filename?: string | undefined;
}

/** Processes that decode one image at a time each, so that an image can break only its own upload. */
export interface Decoders {
  /**
   * Removes the blocks of a body from the list as they are sent. Throws the image's error, UPLOAD_CAPACITY when too many wait or memory or CPU is not
   * free in time, and IMAGE_CORRUPT for an image that takes too long or crashes its process.
   */
  decode(job: ImageJob, blocks: Uint8Array[]): Promise<ProcessedImage>;
  /** Ids of running processes. */
  pids(): readonly number[];
  /** Waits for the images in progress. */
  close(): Promise<void>;
}

interface Idle {
  readonly decoder: DecoderProcess;
  readonly timer: NodeJS.Timeout;
}

/** Aborts an image after `jobMs` of work, or `ceilingMs` in total. */
function limitWork({ jobMs, ceilingMs }: { jobMs: number; ceilingMs: number }, endImage: () => void) {
  let passed: 'work' | 'time' | undefined;
  const pass = (what: 'work' | 'time') => (): void => {
    passed ??= what;
    endImage();
  };
  const ceiling = setTimeout(pass('time'), ceilingMs);
  let working = setTimeout(pass('work'), jobMs);
  return {
    setWorked: (ms: number): void => {
      clearTimeout(working);
      working = setTimeout(pass('work'), jobMs - ms);
    },
    passed: () => passed,
    end: (): void => {
      clearTimeout(ceiling);
      clearTimeout(working);
    },
  };
}

export function openDecoders(options: DecodersOptions): Decoders {
  const { log, jobMs = JOB_MS, ceilingMs = CEILING_MS, idleMs = IDLE_MS, filename } = options;
  const waiting = { waitingMax: WAITING_MAX, waitMs: WAIT_MS, refusal: noUploadCapacity };
  // Jobs queue here, so that a job's time starts with the job.
  const admit = createAdmission({ capacity: PROCESSES, ...waiting });
  const admitMemory = createAdmission({ capacity: MEMORY_BYTES_MAX, ...waiting });
  const idle: Idle[] = [];
  const busy = new Map<DecoderProcess, Promise<unknown>>();

  const take = (): DecoderProcess => {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      clearTimeout(entry.timer);
      if (entry.decoder.isUsable()) return entry.decoder;
    }
    return startDecoder(filename);
  };
  const giveBack = (decoder: DecoderProcess): void => {
    if (!decoder.isUsable()) return decoder.end();
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      decoder.end();
    }, idleMs).unref();
    const entry = { decoder, timer };
    idle.push(entry);
  };

  const decode = async (decoder: DecoderProcess, job: ImageJob, blocks: Uint8Array[]): Promise<ProcessedImage> => {
    let leave: (() => void) | undefined;
    const over = new AbortController();
    const limit = limitWork({ jobMs, ceilingMs }, () => decoder.end());
    try {
      return await decoder.decode(job, blocks, {
        reserve: async (bytes) => {
          leave = await admitMemory(bytes, [], over.signal);
          // The process may have died at the moment of admission.
          if (over.signal.aborted) leave();
        },
        onWorked: limit.setWorked,
      });
    } catch (error) {
      if (!decoder.isUsable())
        log.error({ err: error, jobMs, ceilingMs, passed: limit.passed() }, 'a decoder of images ended');
      if (limit.passed() === 'work')
        throw imageCorrupt('The image takes too long to decode. Send it in another format.', error);
      if (limit.passed() === 'time') throw noUploadCapacity();
      throw error;
    } finally {
      over.abort();
      limit.end();
      leave?.();
    }
  };

  return {
    async decode(job, blocks) {
      const leave = await admit(1);
      const decoder = take();
      const work = decode(decoder, job, blocks);
      busy.set(
        decoder,
        work.catch(() => undefined),
      );
      try {
        return await work;
      } finally {
        busy.delete(decoder);
        giveBack(decoder);
        leave();
      }
    },
    pids: () => [...busy.keys(), ...idle.map(({ decoder }) => decoder)].flatMap(({ pid }) => pid ?? []),
    async close() {
      await Promise.all(busy.values());
      for (const { decoder, timer } of idle.splice(0)) {
        clearTimeout(timer);
        decoder.end();
      }
    },
  };
}
