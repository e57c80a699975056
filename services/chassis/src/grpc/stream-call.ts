import { type ClientReadableStream, type ServiceError, status } from '@grpc/grpc-js';
import type { Context } from '@opentelemetry/api';
import { type CallContext, currentCall } from '../calls/call-context.js';
import { Arrivals } from '../concurrency/arrivals.js';
import { fromServiceError } from '../errors/grpc-errors.js';
import { measureClientCall } from '../telemetry/request-metrics.js';
import { currentTrace, injectTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import { traceSetter, writeCallMetadata } from './call-metadata.js';
import type { Connection } from './connection.js';
import type { StreamMethod } from './methods.js';
import { type Attempt, MovableRead } from './movable-read.js';
import { asItIs, withoutStackTrace } from './request-bytes.js';

/** Timeouts of a stream, in milliseconds. */
export interface StreamTimes {
  /** Timeout of the whole stream. */
  readonly deadlineMs: number;
  /** Time without a message or a ping after which the stream counts as broken. */
  readonly silenceMs: number;
}

export const STREAM_TIMES: StreamTimes = { deadlineMs: 10 * 60 * 1_000, silenceMs: 30_000 };

/** Represents a keepalive message: it is empty, which no real message is. */
const PING = Symbol('ping');

/** One stream: its call, and how it ends. */
interface Stream<Request, Response> {
  readonly connection: Connection;
  readonly method: StreamMethod<Request, Response>;
  readonly message: Buffer;
  readonly call: CallContext | undefined;
  readonly times: StreamTimes;
  readonly arrivals: Arrivals<Response>;
  /** Aborted when the reader stops. */
  readonly left: AbortSignal;
}

/**
 * The messages of a streaming method, as part of the current call. The request is sent when reading starts; from then on all messages are buffered as
 * they arrive, because all calls share the connection's flow-control window. The stream fails with the same errors as unary calls, and ends with the
 * call's signal.
 */
export function callStream<Request, Response>(
  connection: Connection,
  method: StreamMethod<Request, Response>,
  request: Request,
  times: StreamTimes,
): AsyncIterable<Response> {
  const [call, trace] = [currentCall(), currentTrace()];
  return {
    [Symbol.asyncIterator]() {
      const leaving = new AbortController();
      const arrivals = new Arrivals<Response>(() => leaving.abort());
      const message = method.requestSerialize(request);
      open({ connection, method, message, call, times, arrivals, left: leaving.signal }, trace);
      return arrivals;
    },
  };
}

function open<Request, Response>(stream: Stream<Request, Response>, parent: Context): void {
  const { method, arrivals } = stream;
  inSpan(method.path.slice(1), { kind: SpanKind.CLIENT, parent }, () => receive(stream)).then(
    () => arrivals.end(),
    (error: unknown) => arrivals.end({ error }),
  );
}

/** Buffers messages until the stream ends. */
function receive<Request, Response>(stream: Stream<Request, Response>): Promise<void> {
  const { connection, method, call, times, left } = stream;
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isQuiet = false;
  const settle = (error: ServiceError | null): void => {
    clearTimeout(silence);
    isQuiet = false;
    for (const signal of [call?.signal, left]) signal?.removeEventListener('abort', cancel);
    // A reader that stops early is not a failure.
    const failure = left.aborted ? null : error;
    measureClientCall(startedAt, connection.target, method.path, failure ? status[failure.code] : 'OK');
    if (failure) reject(fromServiceError(failure, connection.target + method.path, connection.words));
    else resolve();
  };
  const attempt = attemptOf(stream, {
    deadline: Date.now() + times.deadlineMs,
    onMessage: () => {
      isQuiet = false;
      silence.refresh();
      read.received();
    },
  });
  const read = new MovableRead(attempt, settle);
  const giveUp = (): void => {
    if (!isQuiet) return;
    connection.leaveStreams();
    read.giveUp('The stream has gone silent.');
  };
  const silence = setTimeout(() => {
    isQuiet = true;
    // A process that was busy must first read the data that has already arrived.
    setImmediate(giveUp);
  }, times.silenceMs).unref();
  const cancel = (): void => read.cancel();
  for (const signal of [call?.signal, left]) {
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel);
  }
  return promise;
}

/** Sends the request and queues its messages, except pings. */
function attemptOf<Request, Response>(
  { connection, method, message, call, arrivals }: Stream<Request, Response>,
  { deadline, onMessage }: { readonly deadline: number; readonly onMessage: () => void },
): Attempt<void> {
  const deserialize = (bytes: Buffer): Response | typeof PING =>
    bytes.length === 0 ? PING : method.responseDeserialize(bytes);
  return (options, settle, isCurrent) => {
    const metadata = writeCallMetadata(call, connection.target, options);
    injectTrace(metadata, traceSetter);
    const client = connection.streams;
    const running: ClientReadableStream<Response | typeof PING> = withoutStackTrace(() =>
      client.makeServerStreamRequest(method.path, asItIs, deserialize, message, metadata, { deadline }),
    );
    let failure: ServiceError | null = null;
    running.on('data', (arrived: Response | typeof PING) => {
      if (!isCurrent()) return;
      onMessage();
      if (arrived !== PING) arrivals.add(arrived);
    });
    running.on('error', (error: ServiceError) => (failure = error));
    // `end` follows the last message, even after an error.
    running.on('end', () => settle(failure));
    return running;
  };
}
