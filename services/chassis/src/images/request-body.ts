import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors/app-error.js';
import { payloadTooLarge } from './image-errors.js';

/** Bytes of a block when the length of a body is not known. */
const BLOCK_BYTES = 1_048_576;

export interface BodyLimits {
  readonly bytesMax: number;
  /** `body` or `image`: which limit `bytesMax` is. */
  readonly kind: 'body' | 'image';
  /** Milliseconds between two chunks. */
  readonly idleMs: number;
  /** Milliseconds for the whole body. */
  readonly wholeMs: number;
}

/** Bytes that the request announces; undefined for a chunked body. Throws PAYLOAD_TOO_LARGE before anything is read. */
export function announcedBytes(request: IncomingMessage, { bytesMax, kind }: BodyLimits): number | undefined {
  const header = request.headers['content-length'];
  if (header === undefined) return undefined;
  const bytes = Number(header);
  if (bytes > bytesMax) throw payloadTooLarge(kind, bytesMax);
  return bytes;
}

/**
 * Gives each chunk of a body to `onChunk` and returns at its end. Throws PAYLOAD_TOO_LARGE as soon as there are too many bytes,
 * UPLOAD_TIMEOUT, what `onChunk` throws, and VALIDATION_ERROR when the connection breaks off; the request is then paused.
 */
export function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const idle = setTimeout(() => finish(uploadTimeout(limits.idleMs)), limits.idleMs);
    const whole = setTimeout(() => finish(uploadTimeout(limits.wholeMs)), limits.wholeMs);
    const finish = (error?: unknown): void => {
      clearTimeout(idle);
      clearTimeout(whole);
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      request.pause();
      if (error === undefined) resolve();
      else reject(error);
    };
    const onData = (chunk: Buffer): void => {
      idle.refresh();
      received += chunk.length;
      if (received > limits.bytesMax) return finish(payloadTooLarge(limits.kind, limits.bytesMax));
      try {
        onChunk(chunk);
      } catch (error) {
        finish(error);
      }
    };
    const onEnd = (): void => finish();
    const onBroken = (): void => finish(brokenOff());
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    if (request.destroyed) onBroken();
  });
}

/**
 * Reads on without keeping anything, until the body ends or the time is over: most clients look for an answer only when they have
 * sent everything, and closing the connection before would take the answer from them.
 */
export function discardRest(request: IncomingMessage, forMs: number): Promise<void> {
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

/** Gathers bytes in memory that can be handed to another thread. */
export interface Gathering {
  readonly add: (chunk: Uint8Array) => void;
  /** Everything that was added, in order. */
  readonly blocks: () => Uint8Array<ArrayBuffer>[];
}

/** One block of the announced size, or blocks of a megabyte; `bytes` is only a promise of the sender, so it may be wrong. */
export function gatherBytes(bytes: number | undefined): Gathering {
  const full: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(bytes ?? BLOCK_BYTES);
  let filled = 0;
  return {
    add: (chunk) => {
      for (let at = 0; at < chunk.length;) {
        if (filled === block.length) {
          full.push(block);
          block = new Uint8Array(BLOCK_BYTES);
          filled = 0;
        }
        const part = chunk.subarray(at, at + block.length - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
      }
    },
    blocks: () => [...full, block.subarray(0, filled)],
  };
}

function uploadTimeout(ms: number): AppError {
  const message = `The upload took too long (${ms / 1_000} seconds). Send it again over a better connection, or a smaller image.`;
  return new AppError('request_timeout', 'UPLOAD_TIMEOUT', message);
}

function brokenOff(): AppError {
  return new AppError('invalid_input', 'VALIDATION_ERROR', 'The body did not arrive whole. Send it again.');
}
