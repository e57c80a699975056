import { setTimeout as pause } from 'node:timers/promises';
import { createEventJoiner } from './joined-events.js';

/** Bodies that are read at once without anything being gathered. */
const EAGER_MAX = 20;
/** Milliseconds for which chunks are gathered: as long as turns gather their events, so that it adds no delay. */
const GATHER_MS = 50;
const READ_BYTES = 8 * 1_024;

let openBodies = 0;

/**
 * Hands a body on, and breaks it off when it is longer than this. Reading each piece of a model by itself costs more than all else that is
 * done with it: while many bodies are read at once, what comes within 50 ms is handed on as one, with events of text in it joined.
 */
export function gatheredBody(body: ReadableStream<Uint8Array>, bytesMax: number): ReadableStream {
  const reader = body.getReader({ mode: 'byob' });
  const join = createEventJoiner();
  let buffer = new ArrayBuffer(READ_BYTES);
  let bytes = 0;
  let dueAt = -Infinity;
  openBodies += 1;
  const leave = (): void => void (openBodies -= 1);
  // However it ends, be it that the request is aborted.
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
          const error = new Error('The answer is longer than any that can be used.');
          await reader.cancel(error);
          throw error;
        }
        // More may be there already than there was room for.
        if (value.byteLength < READ_BYTES) dueAt = performance.now() + GATHER_MS;
        // The library keeps what it is handed, and the buffer is read into again.
        const piece = join(value, areMany);
        controller.enqueue(piece === value ? value.slice() : piece);
        buffer = value.buffer;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
