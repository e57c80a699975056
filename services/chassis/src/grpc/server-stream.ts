import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { untilAborted } from '../concurrency/until-aborted.js';
import type { StreamMethod } from './methods.js';

/** Milliseconds without a message after which a stream pings. */
export const PING_MS = 15_000;

/** See `stream-call.ts`: an empty message is a ping. */
const PING = Buffer.alloc(0);

/** Sends messages as fast as the caller reads them, with pings in longer gaps. Resolves when all are sent, or when the caller has left. */
export async function sendMessages<Request, Response>(
  call: ServerWritableStream<unknown, Buffer>,
  method: StreamMethod<Request, Response>,
  messages: AsyncIterable<Response>,
  { signal, pingMs }: { readonly signal: AbortSignal; readonly pingMs: number },
): Promise<void> {
  const ping = setTimeout(() => {
    if (!call.writableNeedDrain) call.write(PING);
    ping.refresh();
  }, pingMs);
  try {
    for await (const message of untilAborted(messages, signal)) {
      const bytes = method.responseSerialize(message);
      if (bytes.length === 0) throw new Error(`${method.path} sends an empty message.`);
      ping.refresh();
      if (!call.write(bytes)) await once(call, 'drain', { signal });
    }
  } catch (error) {
    // The reader has left, which is not an error.
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(ping);
  }
}
