import type { IncomingMessage, ServerResponse } from 'node:http';
import { appError, type AppError } from '../errors/app-error.js';

/** Bytes of a block when the length of a body is not known. */
const BLOCK_BYTES = 1_048_576;

export interface BodyLimits {
  readonly bytesMax: number;
  /** What is thrown when there are more. */
  readonly tooLarge: (bytesMax: number) => AppError;
  /** Milliseconds between two chunks. */
  readonly idleMs: number;
  /** Milliseconds for the whole body. */
  readonly wholeMs: number;
}

/** Bytes that the request announces; undefined for a chunked body. Throws PAYLOAD_TOO_LARGE before anything is read. */
export function announcedBytes(request: IncomingMessage, { bytesMax, tooLarge }: BodyLimits): number | undefined {
  const header = request.headers['content-length'];
  if (header === undefined) return undefined;
  const bytes = Number(header);
  if (bytes > bytesMax) throw tooLarge(bytesMax);
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
      if (received > limits.bytesMax) return finish(limits.tooLarge(limits.bytesMax));
      try {
        onChunk(chunk);
      } catch (error) {
        finish(error);
      }
    };
    const onEnd = (): void => finish();
    const onBroken = (): void => finish(appError('VALIDATION_ERROR', 'The body did not arrive whole. Send it again.'));
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
    if (request.destroyed) onBroken();
  });
}

/**
 * Reads on without keeping anything, until the body ends or the time is over: most clients look for an answer only when they have
 * sent everything, and closing the connection before would take the answer from them.
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

/** Milliseconds for which the rest of a refused body is read on. */
const DISCARD_MS = 2_000;

/**
 * To be called before an error is answered, when the body may not have been read: most clients look for an answer only when they
 * have sent everything. What is still to come then would be taken for the next request on this connection, so it is closed.
 */
export async function endBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await discardRest(request, DISCARD_MS);
  if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close');
}

/** Milliseconds that the rest of a small body may be on its way, after which its connection can serve the next request. */
const SOON_MS = 100;

/**
 * Ends a refusal whose headers are set, as `endBody` says. Whoever announced a body and sends none reads it at once all the same: it is
 * sent whole, and the connection closed later.
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
  const message = `The body took too long to arrive (${ms / 1_000} seconds). Send it again over a better connection, or send less.`;
  return appError('UPLOAD_TIMEOUT', message);
}
