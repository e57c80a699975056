import { type ClientUnaryCall, status } from '@grpc/grpc-js';
import { type CallContext, currentCall } from '../calls/call-context.js';
import { HEAVY_BYTES, heavyTurn } from '../concurrency/heavy-turn.js';
import type { DependencyName } from '../dependencies/dependency-health.js';
import { fromServiceError } from '../errors/grpc-errors.js';
import { measureClientCall } from '../telemetry/request-metrics.js';
import { injectTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import type { MovableOptions } from './balancer.js';
import { isReplayed, traceSetter, writeCallMetadata } from './call-metadata.js';
import type { Connection } from './connection.js';
import { askHealth } from './health.js';
import { isStream, listMethods, type PromiseClient, type UnaryMethod } from './methods.js';
import { MovableRead, type Settle } from './movable-read.js';
import { asItIs, withoutStackTrace } from './request-bytes.js';
import { callStream, STREAM_TIMES } from './stream-call.js';

export type { PromiseClient } from './methods.js';

/** Default timeout of a call in milliseconds, without the caller's deadline. */
const DEADLINE_MS = 10_000;
/** Milliseconds reserved of the caller's time, so that a timeout error still reaches the caller. */
const DEADLINE_RESERVE_MS = 25;

/**
 * A client whose methods propagate the current call: assertion, request id, operation, idempotency key, trace, and a deadline that shrinks with each
 * hop. Rejects with the AppError that the service sent, `unavailable` or `timeout`.
 */
export function createClient<Definition extends object>(
  definition: Definition,
  connection: Connection,
  streamTimes = STREAM_TIMES,
): PromiseClient<Definition> {
  const client: Record<string, (request: unknown) => unknown> = {};
  for (const [name, method] of listMethods(definition)) {
    client[name] = isStream(method)
      ? (request) => callStream(connection, method, request, streamTimes)
      : (request) => callUnary(connection, method, request);
  }
  return client as PromiseClient<Definition>;
}

function callUnary<Request, Response>(
  connection: Connection,
  method: UnaryMethod<Request, Response>,
  request: Request,
): Promise<Response> {
  const call = currentCall();
  return inSpan(method.path.slice(1), { kind: SpanKind.CLIENT }, async () => {
    const message = method.requestSerialize(request);
    // The library copies the message twice more.
    if (message.length > HEAVY_BYTES) await heavyTurn();
    return send(connection, method, message, call);
  });
}

function send<Request, Response>(
  connection: Connection,
  method: UnaryMethod<Request, Response>,
  message: Buffer,
  call: CallContext | undefined,
): Promise<Response> {
  const deadline = call ? call.deadline - DEADLINE_RESERVE_MS : Date.now() + DEADLINE_MS;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const settle: Settle<Response> = (error, response) => {
      call?.signal.removeEventListener('abort', cancel);
      measureClientCall(startedAt, connection.target, method.path, error ? status[error.code] : 'OK');
      if (error) reject(fromServiceError(error, connection.target + method.path, connection.words));
      else resolve(response as Response);
    };
    const attempt = (options: MovableOptions | undefined, callback: Settle<Response>): ClientUnaryCall => {
      const metadata = writeCallMetadata(call, connection.target, options);
      injectTrace(metadata, traceSetter);
      const { path, responseDeserialize } = method;
      const client = connection.clientFor(message.length);
      return withoutStackTrace(() =>
        client.makeUnaryRequest(path, asItIs, responseDeserialize, message, metadata, { deadline }, callback),
      );
    };
    const running = connection.methods[method.path]?.readOnly
      ? new MovableRead(attempt, settle)
      : attempt(undefined, settle);
    const cancel = (): void => running.cancel();
    if (call?.signal.aborted) cancel();
    else call?.signal.addEventListener('abort', cancel);
    if (call?.idempotencyKey !== undefined && !(running instanceof MovableRead)) {
      running.on('status', ({ metadata }) => {
        if (isReplayed(metadata)) call.replayed = true;
      });
    }
  });
}

/** The result of the service's gRPC health check within `timeoutMs`: true for SERVING, false for everything else. */
export async function isServing(connection: Connection, timeoutMs: number): Promise<boolean> {
  return (await askHealth(connection.client, timeoutMs)) === 'SERVING';
}

/** Whether a service's dependency is up (see `watchDependency`); undefined when the service does not report it. */
export async function isDependencyUp(
  connection: Connection,
  name: DependencyName,
  timeoutMs: number,
): Promise<boolean | undefined> {
  const answer = await askHealth(connection.client, timeoutMs, name);
  return answer === undefined ? undefined : answer === 'SERVING';
}
