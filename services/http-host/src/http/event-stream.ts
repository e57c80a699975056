import type { ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { untilAborted } from '@svc/chassis/concurrency/until-aborted';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import { setHeaders } from './error-answer.js';
import { stoppingSignal } from './stopping.js';

/** An event as JSON. A slow client has time for those that tell again what had happened before it came. */
export type ToldEvent = string | { readonly json: string; readonly isReplay: true };

/** What an operation tells while it happens. Both end with the signal. */
export interface EventAnswer {
  /** Nothing begins before they are read; when they end by themselves, all is told. */
  readonly events: (signal: AbortSignal) => AsyncIterable<ToldEvent>;
  /** The same as one answer, once all has happened. */
  readonly whole: (signal: AbortSignal) => Promise<unknown>;
}

export interface EventStreamLimits {
  /** Milliseconds between comments that keep the connection in use. */
  readonly pingMs: number;
  /** Bytes that may wait for a slow client, beside those of replays: more than is ever told at once. */
  readonly waitingBytesMax: number;
}

export const EVENT_STREAM: EventStreamLimits = { pingMs: 15_000, waitingBytesMax: 128 * 1_024 };

const TYPES = ['text/event-stream', 'application/json'];

/** Of the UI message stream v1, which readers of the package `ai` look for. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

/** Whether a request is for all of it as JSON, and not for the events one by one. */
export function wantsWhole({ req }: ServerResponse): boolean {
  const { accept = '*/*' } = req.headers;
  return new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'application/json';
}

/**
 * Sends events as they come (server-sent events), and `[DONE]` after the last. What goes wrong before the first is thrown; later the
 * stream only ends, as it does when the server stops. A client for whom too much waits is disconnected: no other client waits for it.
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

/** Nothing has been told yet, so another process may tell all of it. */
function refuseUnlessGone(response: ServerResponse): void {
  if (response.closed) return;
  throw appError('UNAVAILABLE', 'This process is stopping. Try again in a moment.', { retryAfterSeconds: 1 });
}

async function writeEvents(
  first: IteratorResult<ToldEvent, void>,
  coming: AsyncGenerator<ToldEvent, void, void>,
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
      // Breaks between the tokens of JSON mean nothing there, and would end the line here.
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
 * Writes without waiting, and cuts the connection when more than so many bytes wait that the machine would not take. What of a replay
 * waits comes on top of them.
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
    // What is written in one go is handed to the machine only after it.
    setImmediate(look);
  };
}
