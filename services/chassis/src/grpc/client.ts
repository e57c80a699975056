import { Metadata, status, type ClientUnaryCall, type ServiceError } from '@grpc/grpc-js';
import { currentCall, type CallContext } from '../call-context.js';
import { HEAVY_BYTES, heavyTurn } from '../concurrency/heavy-turn.js';
import { fromServiceError } from '../errors/grpc-errors.js';
import { measureClientCall } from '../telemetry/request-metrics.js';
import { injectTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import type { PartName } from '../part-watch.js';
import type { Movable } from './backend.js';
import { MovableOptions } from './balancer.js';
import { isReplayed, traceSetter, writeCallMetadata } from './call-metadata.js';
import type { Connection } from './connection.js';
import { askHealth } from './health.js';
import type { UnaryMethod } from './methods.js';

/** Milliseconds that a call may take when the caller set no deadline. */
const DEADLINE_MS = 10_000;
/** Milliseconds of the caller's time that are kept back, so that an answer about a timeout still gets through. */
const DEADLINE_RESERVE_MS = 25;
/** Milliseconds that a read waits for a connection: to a process that hangs one is opened and never becomes usable. */
const UNTAKEN_MS = 6_000;
/** Times that a read is given to another backend because the one that has it is silent. */
const MOVES_MAX = 2;

/** The unary methods of a service definition as promises. */
export type PromiseClient<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends {
    requestSerialize: (value: infer Request) => Buffer;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (request: Request) => Promise<Response>
    : never;
};

/**
 * A client whose methods carry the running call on: assertion, request id, operation, idempotency key, trace, and a deadline
 * that shrinks along the chain. Rejects with the AppError that the service sent, `unavailable` or `timeout`.
 */
export function createClient<Definition extends object>(
  definition: Definition,
  connection: Connection,
): PromiseClient<Definition> {
  const client: Record<string, (request: unknown) => Promise<unknown>> = {};
  for (const [name, method] of Object.entries(definition)) {
    const unary = method as UnaryMethod<unknown, unknown>;
    client[name] = (request) => callUnary(connection, unary, request);
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
    // The library copies it twice more.
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

const asItIs = (message: Buffer): Buffer => message;

/** The library keeps a stack trace of each call for the error that few of them meet; errors here name the method instead. */
function withoutStackTrace<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

type Settle<Response> = (error: ServiceError | null, response?: Response) => void;
type Attempt<Response> = (options: MovableOptions, callback: Settle<Response>) => ClientUnaryCall;

/** A call without side effects, which leaves a backend that hangs for another one. */
class MovableRead<Response> implements Movable {
  readonly #attempt: Attempt<Response>;
  readonly #settle: Settle<Response>;
  #running: ClientUnaryCall;
  #moves = 0;
  #hasEnded = false;
  #untaken: NodeJS.Timeout | undefined;

  constructor(attempt: Attempt<Response>, settle: Settle<Response>) {
    this.#attempt = attempt;
    this.#settle = settle;
    this.#running = this.#start();
  }

  cancel(): void {
    this.#running.cancel();
  }

  taken(): void {
    clearTimeout(this.#untaken);
  }

  move(): void {
    if (this.#moves === MOVES_MAX) return;
    this.#moves += 1;
    const left = this.#running;
    this.#running = this.#start();
    left.cancel();
  }

  giveUp(): void {
    const details = 'No process of the service answers.';
    const error = Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() });
    this.taken();
    this.#hasEnded = true;
    this.#running.cancel();
    this.#settle(error);
  }

  #start(): ClientUnaryCall {
    clearTimeout(this.#untaken);
    this.#untaken = setTimeout(() => this.giveUp(), UNTAKEN_MS).unref();
    const running: ClientUnaryCall = this.#attempt(new MovableOptions(this), (error, response) => {
      // What is heard of a call that has been left counts no more.
      if (running !== this.#running || this.#hasEnded) return;
      this.taken();
      this.#settle(error, response);
    });
    return running;
  }
}

/** What the service's own gRPC health service says within `timeoutMs`: true for SERVING, false for everything else. */
export async function isServing(connection: Connection, timeoutMs: number): Promise<boolean> {
  return (await askHealth(connection.client, timeoutMs)) === 'SERVING';
}

/** Whether a service can use a part (see `watchPart`); undefined when it says nothing of it, or uses none. */
export async function hasPart(connection: Connection, part: PartName, timeoutMs: number): Promise<boolean | undefined> {
  const answer = await askHealth(connection.client, timeoutMs, part);
  return answer === undefined ? undefined : answer === 'SERVING';
}
