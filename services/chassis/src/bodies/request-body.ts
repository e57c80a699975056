import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, appError } from '../errors/app-error.js';
import type { BodyPlace } from './body-room.js';

/** Block size in bytes when the length of a body is unknown. */
const BLOCK_BYTES = 1_048_576;

export interface BodyLimits {
  readonly bytesMax: number;
  /** Creates the error for a body with more bytes. */
  readonly tooLarge: (bytesMax: number) => AppError;
  /** Maximum milliseconds between two chunks. */
  readonly idleMs: number;
  /** Maximum milliseconds for the whole body. */
  readonly wholeMs: number;
  /** Memory reserved for the body, which must then arrive at a minimum rate. */
  readonly place?: BodyPlace | undefined;
  /** Milliseconds before the minimum rate applies; 10,000 when unset. */
  readonly graceMs?: number | undefined;
}

/** Bytes of a body that are read as they arrive; beyond that, one chunk per turn of the event loop. */
const SMALL_BYTES = 262_144;

/** Minimum rate of a body with reserved memory, after ten seconds. */
const BYTES_PER_MS_MIN = 16;
const GRACE_MS = 10_000;

/** Bytes that the request announces; undefined for a chunked body. Throws PAYLOAD_TOO_LARGE before reading anything. */
export function announcedBytes(request: IncomingMessage, { bytesMax, tooLarge }: BodyLimits): number | undefined {
  const header = request.headers['content-length'];
  if (header === undefined) return undefined;
  const bytes = Number(header);
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

/**
 * Passes each chunk of a body to `onChunk` and returns at its end. Throws PAYLOAD_TOO_LARGE as soon as there are too many bytes, UPLOAD_TIMEOUT when
 * the body is too slow, VALIDATION_ERROR when the connection breaks, and any error of `onChunk` or the reservation. The request is then paused.
 */
export function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0;
    let isOver = false;
    const clock = startClock(limits, () => received, finish);
    function finish(error?: unknown): void {
      isOver = true;
      clock.stop();
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      request.pause();
      if (error === undefined) resolve();
      else reject(error);
    }
    const goOn = (): void => {
      if (isOver) return;
      clock.goOn();
      request.resume();
    };
    // A fast sender may have two megabytes buffered, and one turn of the event loop delivers the data of all senders.
    const yieldToOthers = (): void => {
      request.pause();
      setImmediate(() => {
        if (!isOver) request.resume();
      });
    };
    const onData = (chunk: Buffer): void => {
      clock.refresh();
      received += chunk.length;
      if (received > limits.bytesMax) return finish(limits.tooLarge(limits.bytesMax));
      try {
        onChunk(chunk);
      } catch (error) {
        return finish(error);
      }
      const growing = limits.place?.grow(received);
      if (!growing) {
        if (received > SMALL_BYTES) yieldToOthers();
        return;
      }
      // Waiting for memory must not count against the sender.
      request.pause();
      clock.rest();
      growing.then(goOn, finish);
    };
    const onEnd = (): void => finish();
    const onBroken = (): void => finish(appError('VALIDATION_ERROR', 'The body was cut off. Send it again.'));
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    if (request.destroyed) onBroken();
  });
}

/** Aborts a body that is idle or slow for too long; while paused, only the total timeout runs. */
function startClock(
  { idleMs, wholeMs, place, graceMs = GRACE_MS }: BodyLimits,
  receivedOf: () => number,
  end: (error: AppError) => void,
) {
  const startedAt = performance.now();
  let restedAt: number | undefined;
  let restedMs = 0;
  const elapsed = (): number => (restedAt ?? performance.now()) - startedAt - restedMs;
  const idle = setTimeout(() => end(uploadTimeout(idleMs)), idleMs);
  const whole = setTimeout(() => end(uploadTimeout(wholeMs)), wholeMs);
  let rate: NodeJS.Timeout | undefined;
  const checkRate = (): void => {
    const leftMs = graceMs + receivedOf() / BYTES_PER_MS_MIN - elapsed();
    if (leftMs < 1) end(tooSlow());
    else rate = setTimeout(checkRate, leftMs);
  };
  if (place) checkRate();
  return {
    refresh: () => void idle.refresh(),
    rest(): void {
      restedAt = performance.now();
      clearTimeout(idle);
      clearTimeout(rate);
    },
    goOn(): void {
      restedMs += performance.now() - (restedAt ?? performance.now());
      restedAt = undefined;
      idle.refresh();
      if (place) checkRate();
    },
    stop: () => [idle, whole, rate].forEach((timer) => clearTimeout(timer)),
  };
}

/**
 * Drains the rest of the body until it ends or the time is up: most clients read the response only after sending everything, and closing the
 * connection earlier would lose it.
 */
function discardRest(request: IncomingMessage, forMs: number): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.off('end', finish).off('close', finish).off('error', finish);
      request.pause();
      resolve();
    };
    const timer = setTimeout(finish, forMs);
    request.on('end', finish).on('close', finish).on('error', finish).resume();
  });
}

/** Milliseconds for which the rest of a refused body is drained. */
const DISCARD_MS = 2_000;

/**
 * Call this before responding with an error when the body may be unread: most clients read the response only after sending everything. An unread rest
 * would be parsed as the next request on the connection, so the connection is closed.
 */
export async function endBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await discardRest(request, DISCARD_MS);
  if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close');
}

/** Milliseconds to wait for the rest of a small body, so that its connection can be reused. */
const SOON_MS = 100;

/**
 * Ends an error response whose headers are set, as `endBody` describes. The response is sent whole and the connection closed later, so that a client
 * that announced a body and sends none gets the response at once.
 */
export async function endRefusal(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  await discardRest(request, SOON_MS);
  if (!request.complete) {
    response.setHeader('Connection', 'close');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.write(text);
    await discardRest(request, DISCARD_MS);
    response.end();
  } else {
    response.end(text);
  }
}

/** Collects bytes in memory that can be transferred to another thread. */
export interface Gathering {
  readonly add: (chunk: Uint8Array) => void;
  /** All added bytes, in order. */
  readonly blocks: () => Uint8Array<ArrayBuffer>[];
}

/** Uses one block of the announced size, or blocks of a megabyte; `bytes` is the sender's claim and may be wrong. */
export function gatherBytes(bytes = BLOCK_BYTES): Gathering {
  const full: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(Math.min(bytes, BLOCK_BYTES));
  let filled = 0;
  const makeRoom = (): void => {
    if (full.length === 0 && block.length < bytes) {
      const whole = new Uint8Array(bytes);
      whole.set(block);
      block = whole;
    } else {
      full.push(block);
      block = new Uint8Array(BLOCK_BYTES);
      filled = 0;
    }
  };
  return {
    add: (chunk) => {
      for (let at = 0; at < chunk.length;) {
        if (filled === block.length) makeRoom();
        const part = chunk.subarray(at, at + block.length - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
      }
    },
    blocks: () => [...full, block.subarray(0, filled)],
  };
}

function tooSlow(): AppError {
  return appError(
    'UPLOAD_TIMEOUT',
    `The body arrived too slowly: it must arrive at ${BYTES_PER_MS_MIN} KB a second or faster. Send it again over a faster connection, or send less.`,
  );
}

function uploadTimeout(ms: number): AppError {
  const message = `The body took too long to arrive (${ms / 1_000} seconds). Send it again over a better connection, or send less.`;
  return appError('UPLOAD_TIMEOUT', message);
}
