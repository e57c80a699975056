import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import { disconnectSignal } from './disconnect-signal.js';
import { setHeaders } from './error-answer.js';
import { EVENT_STREAM, type EventAnswer, type EventStreamLimits, sendEvents, wantsWhole } from './event-stream.js';
import {
  fillPath,
  type ProducedFile,
  type RoutedOperation,
  type SmallFile,
  type StreamedFile,
} from './http-operation.js';

/** The result of an operation; empty when success has no body. */
export interface OperationAnswer {
  readonly output?: unknown;
  readonly file?: SmallFile | StreamedFile | undefined;
  /** A file that is produced while it is sent. */
  readonly produced?: ProducedFile | undefined;
  /** The events of a streaming operation. */
  readonly events?: EventAnswer | undefined;
  /** Version of the record in the output. */
  readonly version?: number | undefined;
  /** Whether this is the stored response to an earlier call with the same idempotency key. */
  readonly replayed?: boolean;
}

/** Returns the version of the record in an output; undefined for lists and for outputs without a version. */
export function versionOf(output: unknown): number | undefined {
  const { version } = (output ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
}

/** Writes the result of an operation. */
export async function sendAnswer(
  { http }: RoutedOperation,
  base: string,
  { output, file, produced, events, version, replayed }: OperationAnswer,
  params: Readonly<Record<string, unknown>>,
  response: ServerResponse,
  limits: EventStreamLimits = EVENT_STREAM,
): Promise<void> {
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
  if (http.location !== undefined) {
    response.setHeader('Location', base + fillPath(http.location, { ...params, ...(output as object) }));
  }
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  if (events) {
    await sendEventAnswer(http, response, events, limits);
  } else if (produced) {
    await sendProducedFile(http, response, produced);
  } else if (file && 'status' in file) {
    await sendStreamedFile(response, file);
  } else if (file) {
    response.setHeader('Content-Type', file.contentType);
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.end(file.content);
  } else {
    sendOutput(http, response, output);
  }
}

function sendOutput(http: RoutedOperation['http'], response: ServerResponse, output: unknown): void {
  response.statusCode = statusOf(http, output);
  if (output !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(output === undefined ? undefined : JSON.stringify(output));
}

async function sendEventAnswer(
  http: RoutedOperation['http'],
  response: ServerResponse,
  events: EventAnswer,
  limits: EventStreamLimits,
): Promise<void> {
  response.setHeader('Vary', 'Accept');
  if (!wantsWhole(response)) await sendEvents(events, response, limits);
  else if (response.req.method === 'HEAD') sendOutput(http, response, {});
  else sendOutput(http, response, await events.whole(disconnectSignal(response)));
}

/** Returns the HTTP status of a success. */
export function statusOf({ status }: RoutedOperation['http'], output: unknown): number {
  if (typeof status === 'function') return status(output as Readonly<Record<string, unknown>>);
  return status ?? (output === undefined ? 204 : 200);
}

async function sendProducedFile(
  { path, produces, filename: fallback = path.slice(path.lastIndexOf('/') + 1) }: RoutedOperation['http'],
  response: ServerResponse,
  { pieces, filename = fallback }: ProducedFile,
): Promise<void> {
  response.setHeader('Content-Type', `${produces}; charset=utf-8`);
  response.setHeader('Content-Disposition', contentDisposition(filename, isAscii(filename) ? {} : { fallback }));
  await sendAll(Readable.from(pieces), response);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}

async function sendStreamedFile(response: ServerResponse, { status, headers, content }: StreamedFile): Promise<void> {
  response.statusCode = status;
  setHeaders(response, headers);
  if (content && response.req.method !== 'HEAD' && !response.closed) {
    await sendAll(content, response);
  } else {
    content?.destroy();
    response.end();
  }
}

/** Sends a file at the client's pace. A client that disconnects early is not an error. */
async function sendAll(content: Readable, response: ServerResponse): Promise<void> {
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
