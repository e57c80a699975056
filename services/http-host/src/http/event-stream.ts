import type { ServerResponse } from 'node:http';
import { untilAborted } from '@svc/chassis/concurrency/until-aborted';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import Negotiator from 'negotiator';
import { setHeaders } from './error-answer.js';
import { stoppingSignal } from './stopping.js';

/** An event as JSON. A slow client may take its time for replays of events from before it connected. */
export type StreamEvent = string | { readonly json: string; readonly isReplay: true };

/** The events of an operation. Both ways of reading stop when the signal aborts. */
export interface EventAnswer {
  /** Starts only when it is iterated; complete when it ends without an error. */
  readonly events: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
  /** Returns the same as one response, once all events have occurred. */
  readonly whole: (signal: AbortSignal) => Promise<unknown>;
}

export interface EventStreamLimits {
  /** Milliseconds between comments that keep the connection alive. */
  readonly pingMs: number;
  /** Maximum bytes waiting for a slow client, without replays: more than is ever sent at once. */
  readonly waitingBytesMax: number;
}

export const EVENT_STREAM: EventStreamLimits = { pingMs: 15_000, waitingBytesMax: 128 * 1_024 };

const TYPES = ['text/event-stream', 'application/json'];

/** Header of the UI message stream v1, which the package `ai` expects. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

/** Whether a request wants one JSON response instead of single events. */
export function wantsWhole({ req }: ServerResponse): boolean {
  const { accept = '*/*' } = req.headers;
  return new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'application/json';
}

/**
 * Sends events immediately (server-sent events), and `[DONE]` after the last. Throws a failure before the first event; a later one only ends the
 * stream, as does a stop of the server. Disconnects a client with too much waiting data, so that other clients need not wait for it.
 */
export async function sendEvents(
  { events }: EventAnswer,
  response: ServerResponse,
  limits: EventStreamLimits,
): Promise<void> {
  if (response.req.method === 'HEAD') {
    setHeaders(response, HEADERS);
    response.end();
    return;
  }
  const stopping = stoppingSignal(response);
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  response.once('close', leave);
  stopping?.addEventListener('abort', leave);
  if (response.closed || stopping?.aborted) leave();
  const coming = untilAborted(events(leaving.signal), leaving.signal);
  try {
    const first = await coming.next();
    if (leaving.signal.aborted) refuseUnlessGone(response);
    else await writeEvents(first, coming, response, limits, leaving.signal);
  } finally {
    stopping?.removeEventListener('abort', leave);
    await coming.return();
  }
}

/** Throws UNAVAILABLE unless the client is gone: nothing has been sent yet, so another process can handle the request. */
function refuseUnlessGone(response: ServerResponse): void {
  if (response.closed) return;
  throw appError('UNAVAILABLE', 'This process is stopping. Try again in a moment.', { retryAfterSeconds: 1 });
}

async function writeEvents(
  first: IteratorResult<StreamEvent, void>,
  coming: AsyncGenerator<StreamEvent, void, void>,
  response: ServerResponse,
  limits: EventStreamLimits,
  left: AbortSignal,
): Promise<void> {
  setHeaders(response, HEADERS);
  const write = boundedWriter(response, limits.waitingBytesMax);
  const ping = setInterval(() => write(': ping\n\n'), limits.pingMs);
  try {
    for (let event = first; event.done !== true; event = await coming.next()) {
      const { json, isReplay } = typeof event.value === 'string' ? { json: event.value, isReplay: false } : event.value;
      // Line breaks between JSON tokens have no meaning, but would end the line.
      write(`data: ${json.replaceAll(/[\r\n]+/g, ' ')}\n\n`, isReplay);
    }
    if (!left.aborted) write('data: [DONE]\n\n');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  } finally {
    clearInterval(ping);
  }
  response.end();
}

/**
 * Returns a function that writes without waiting, and disconnects the client when more than this many bytes wait for the kernel. Replays are not
 * counted.
 */
function boundedWriter(response: ServerResponse, waitingBytesMax: number): (text: string, isReplay?: boolean) => void {
  let isLooking = false;
  let written = 0;
  let replayEnd = 0;
  const hasTooMuch = (): boolean => {
    const taken = written - response.writableLength;
    return response.writableLength - Math.max(0, replayEnd - taken) > waitingBytesMax;
  };
  const look = (): void => {
    isLooking = false;
    if (hasTooMuch()) response.destroy();
  };
  return (text, isReplay = false) => {
    if (response.destroyed) return;
    const bytes = Buffer.from(text);
    response.write(bytes);
    written += bytes.length;
    if (isReplay) replayEnd = written;
    if (isLooking || !hasTooMuch()) return;
    isLooking = true;
    // Bytes written in one turn of the event loop reach the kernel only after it.
    setImmediate(look);
  };
}
