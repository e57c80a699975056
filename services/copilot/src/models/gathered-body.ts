import { setTimeout as pause } from 'node:timers/promises';
import { createEventJoiner } from './joined-events.js';

/** Number of concurrent bodies up to which pieces pass unbatched. */
const EAGER_MAX = 20;
/** Milliseconds for which pieces are batched: as long as turns batch their events, so that it adds no delay. */
const GATHER_MS = 50;
const READ_BYTES = 8 * 1_024;

let openBodies = 0;

/**
 * Passes a body through, and cuts it off past the maximum. Reading each piece of a model by itself costs more than all other work on it, so while
 * many bodies are read at once, the pieces of 50 ms pass as one, with their text events joined.
 */
export function gatheredBody(body: ReadableStream<Uint8Array>, bytesMax: number): ReadableStream {
  const reader = body.getReader({ mode: 'byob' });
  const join = createEventJoiner();
  let buffer = new ArrayBuffer(READ_BYTES);
  let bytes = 0;
  let dueAt = -Infinity;
  openBodies += 1;
  const leave = (): void => void (openBodies -= 1);
  // However it ends, even when the request is aborted.
  reader.closed.then(leave, leave);
  return new ReadableStream(
    {
      async pull(controller) {
        const waitMs = dueAt - performance.now();
        const areMany = openBodies > EAGER_MAX;
        if (waitMs > 0 && areMany) await pause(waitMs);
        const { done, value } = await reader.read(new Uint8Array(buffer));
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes > bytesMax) {
          const error = new Error('The answer is longer than the maximum.');
          await reader.cancel(error);
          throw error;
        }
        // After a full buffer more data is probably waiting, so the next read is not delayed.
        if (value.byteLength < READ_BYTES) dueAt = performance.now() + GATHER_MS;
        // A copy, because the library keeps a reference and the buffer is reused.
        const piece = join(value, areMany);
        controller.enqueue(piece === value ? value.slice() : piece);
        buffer = value.buffer;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
