import { randomUUID } from 'node:crypto';
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { VerifyAssertion } from '../assertions/verify-assertion.js';
import { assertionFor, type CallContext, currentCall, runInCall } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { AppError } from '../errors/app-error.js';
import { toGrpcStatus } from '../errors/grpc-errors.js';
import type { Admit } from '../limits/admission.js';
import { claimantOf } from '../limits/claimant.js';
import type { Log } from '../logging/log.js';
import { measureServerCall } from '../telemetry/request-metrics.js';
import { extractTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import { readCallMetadata, replayedTrailer, traceGetter } from './call-metadata.js';
import { checkAccess } from './check-access.js';
import { CONNECTION_LIFE } from './connection-life.js';
import { HealthStatuses } from './health-service.js';
import {
  type Answered,
  isStream,
  listMethods,
  MESSAGE_BYTES_MAX,
  type MethodRule,
  type MethodTable,
  type PromiseClient,
  type StreamMethod,
  type UnaryMethod,
} from './methods.js';
import { createOwnClient } from './own-client.js';
import { type AdmitMessage, readInTurn } from './read-in-turn.js';
import { asItIs } from './request-bytes.js';
import { callContext, type ServerCall, serverCall, unauthenticated } from './server-call.js';
import { PING_MS, sendMessages } from './server-stream.js';
import { dryRunOf, writtenMethodOf } from './write.js';

/** Liveness: the event loop of the process runs. A worker that makes no progress fails this check. */
export const LIVENESS = 'liveness';
/**
 * Readiness: the process has passed its check once, and is not stopping. A later outage of the database does not revoke it: otherwise all replicas
 * would leave at once, and requests that need no database would fail too.
 */
export const READINESS = 'readiness';

/** Handlers of all methods of a generated service definition: each returns one message, or yields several. */
export type ServiceHandlers<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends UnaryMethod<infer Request, infer Response>
    ? (
        request: Request,
        call: ServerCall,
      ) => Definition[Method] extends { responseStream: true } ? AsyncIterable<Response> : Promise<Answered<Response>>
    : never;
};

export interface ServerOptions {
  readonly methods: MethodTable;
  readonly verify: VerifyAssertion;
  readonly log: Log;
  /** Maximum age of a connection in milliseconds; 60,000 when unset. */
  readonly connectionAgeMs?: number;
  /** Grace period for calls on such a connection in milliseconds; 30,000 when unset. */
  readonly connectionGraceMs?: number | undefined;
  /** Milliseconds without a message after which a stream pings; `PING_MS` when unset. */
  readonly pingMs?: number;
}

/** A gRPC server with health service; every method checks its caller before the handler runs. */
export class GrpcServer {
  readonly #server: Server;
  readonly #health = new HealthStatuses({ '': false, [LIVENESS]: true, [READINESS]: false });
  readonly #options: ServerOptions;
  /** Admission of the messages of a method, by path. */
  readonly #admissions = new Map<string, AdmitMessage>();
  readonly #served = new Map<string, ServedMethod>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = new Server({
      'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
      'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
      'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_LIFE.ageMs,
      'grpc.max_connection_age_grace_ms': options.connectionGraceMs ?? CONNECTION_LIFE.graceMs,
      interceptors: [readInTurn((path) => this.#admissions.get(path))],
    });
    this.#health.addTo(this.#server);
  }

  /**
   * Serves a generated service definition. Throws when a users' method that changes something has a handler not made by `write`, so that each change
   * has its transaction and its record.
   */
  add<Definition extends object>(definition: Definition, handlers: ServiceHandlers<Definition>): void {
    const implementation: UntypedServiceImplementation = {};
    const served: Record<string, UnaryMethod<unknown, unknown>> = {};
    for (const [name, method] of listMethods(definition)) {
      const handler: unknown = handlers[name as keyof Definition];
      const { path } = method;
      checkWrite(path, this.#options.methods[path], handler as UnaryHandler, isStream(method));
      if (isStream(method)) {
        served[name] = { ...method, responseSerialize: asItIs as (bytes: unknown) => Buffer };
        implementation[name] = this.#stream(method, handler as StreamHandler);
      } else {
        served[name] = method;
        this.#served.set(path, { method, handler: handler as UnaryHandler });
        implementation[name] = this.#unary(method, handler as UnaryHandler);
      }
    }
    this.#server.addService(served as unknown as ServiceDefinition, implementation);
  }

  /**
   * Runs a write method in a transaction that is rolled back. The caller needs the method's access, except an approval. Returns false for a method
   * that has no dry run, or is not served here. Rejects as the method would.
   */
  async dryRun(path: string, message: Buffer, call: ServerCall): Promise<boolean> {
    const served = this.#served.get(path);
    const dryRun = served && dryRunOf(served.handler);
    const rule = this.#options.methods[path];
    if (!dryRun || !rule) return false;
    const { principal } = call.context;
    if (!principal) throw unauthenticated();
    checkAccess({ ...rule, sensitive: 'none' }, principal);
    await dryRun(served.method.requestDeserialize(message), call);
    return true;
  }

  /**
   * An in-process client of a service that this process itself serves, named as in assertions. Its calls are checked like any other; streams are not
   * supported.
   */
  clientOf<Definition extends object>(service: string, definition: Definition): PromiseClient<Definition> {
    return createOwnClient(definition, async (method, request) => {
      const handler = this.#served.get(method.path)?.handler;
      if (!handler) throw new Error(`${method.path} is not served here.`);
      const call = currentCall();
      if (!call) throw new Error(`${method.path} is called outside of a call.`);
      const assertion = assertionFor(call, service);
      const principal = await this.#authorize(method.path, assertion);
      const context = { ...call, ...(principal && { principal }), ...(assertion !== undefined && { assertion }) };
      return runInCall(context, () => handler(request, serverCall(context)));
    });
  }

  /** Makes calls of a method wait for admission, one unit each, before their message is read. Users take turns. */
  readInTurn({ path }: Pick<UnaryMethod<never, never>, 'path'>, admit: Admit): void {
    this.#admissions.set(path, async (metadata) => {
      const startedAt = performance.now();
      const { assertion, requestId = randomUUID() } = readCallMetadata(metadata);
      try {
        const principal = await this.#authorize(path, assertion);
        return await admit(1, claimantOf(principal && 'userId' in principal ? principal.userId : undefined, ''));
      } catch (error) {
        this.#record(path, requestId, startedAt, this.#codeOf(error, path, requestId));
        throw error;
      }
    });
  }

  /** The gRPC health of the process, or of the part with that name. */
  setServing(serving: boolean, part = ''): void {
    this.#health.set(part, serving);
  }

  /** Listens on `host:port` (port 0 takes a free one) and returns the port. */
  listen(address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
  }

  /** Stops accepting calls and waits for the running ones, at most `timeoutMs`. */
  stop(timeoutMs = 3_000): Promise<void> {
    this.setServing(false);
    this.setServing(false, READINESS);
    return new Promise((resolve) => {
      const force = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, timeoutMs);
      this.#server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  #unary(method: UnaryMethod<unknown, unknown>, handler: UnaryHandler) {
    return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
      void this.#answer(method, handler, call).then(
        ({ response, replayed }) => respond(null, response, replayed ? replayedTrailer() : undefined),
        (error: unknown) => respond(toGrpcStatus(error)),
      );
    };
  }

  #answer({ path }: UnaryMethod<unknown, unknown>, handler: UnaryHandler, call: ServerUnaryCall<unknown, unknown>) {
    return this.#inCall(path, call, async (context) => {
      const response = (await handler(call.request, serverCall(context))) ?? {};
      return { response, replayed: context.replayed === true };
    });
  }

  #stream(method: StreamMethod<unknown, unknown>, handler: StreamHandler) {
    const { pingMs = PING_MS } = this.#options;
    return (call: ServerWritableStream<unknown, Buffer>): void => {
      const sending = this.#inCall(method.path, call, (context) =>
        sendMessages(call, method, handler(call.request, serverCall(context)), { signal: context.signal, pingMs }),
      );
      void sending.then(
        () => call.end(),
        (error: unknown) => call.emit('error', toGrpcStatus(error)),
      );
    };
  }

  /** Authorizes a call, runs its work in a span, and records the outcome. */
  async #inCall<Result>(
    path: string,
    call: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, Buffer>,
    work: (context: CallContext) => Promise<Result>,
  ): Promise<Result> {
    const startedAt = performance.now();
    const sent = readCallMetadata(call.metadata);
    const requestId = sent.requestId ?? randomUUID();
    const parent = extractTrace(call.metadata, traceGetter);
    return inSpan(path.slice(1), { kind: SpanKind.SERVER, parent }, async () => {
      let code = 'OK';
      try {
        const principal = await this.#authorize(path, sent.assertion);
        const context = callContext(call, sent, requestId, principal);
        return await runInCall(context, () => work(context));
      } catch (error) {
        code = this.#codeOf(error, path, requestId);
        throw error;
      } finally {
        this.#record(path, requestId, startedAt, code);
      }
    });
  }

  #record(rpc: string, requestId: string, startedAt: number, code: string): void {
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    measureServerCall(startedAt, rpc, code);
    this.#options.log.line({ msg: 'rpc', requestId, rpc, code, durationMs });
  }

  #codeOf(error: unknown, rpc: string, requestId: string): string {
    if (error instanceof AppError) {
      if (error.cause !== undefined) this.#options.log.warn({ err: error, rpc, requestId }, 'a call was refused');
      return error.code;
    }
    this.#options.log.error({ err: error, rpc, requestId }, 'a call failed with an internal error');
    return 'INTERNAL';
  }

  /** Checks the assertion against the method's rule. A method without one needs a user. */
  async #authorize(path: string, assertion: string | undefined): Promise<Principal | undefined> {
    const rule = this.#options.methods[path];
    if (rule?.public && assertion === undefined) return undefined;
    if (assertion === undefined) throw unauthenticated();
    const principal = await this.#options.verify(assertion);
    if (rule?.public) return principal;
    checkAccess(rule, principal);
    return principal;
  }
}

/** Public methods and those only for services may do without `write`. A stream changes nothing, because `write` makes none. */
function checkWrite(path: string, rule: MethodRule | undefined, handler: UnaryHandler, streams: boolean): void {
  if (streams && !rule?.readOnly) throw new Error(`${path} is a stream, but it is not marked as reading only.`);
  const written = writtenMethodOf(handler);
  if (written === undefined) {
    const isOfUsers = !rule?.public && (rule?.services ?? []).length === 0;
    if (isOfUsers && !rule?.readOnly)
      throw new Error(`${path} changes something, but write() did not make its handler.`);
  } else {
    if (written !== path) throw new Error(`The handler of ${path} was made by write() for ${written}.`);
    if (rule?.readOnly) throw new Error(`${path} is marked as reading only, but write() made its handler.`);
  }
}

/** A unary method with its handler. */
interface ServedMethod {
  readonly method: UnaryMethod<unknown, unknown>;
  readonly handler: UnaryHandler;
}

type UnaryHandler = (request: unknown, call: ServerCall) => Promise<unknown>;
type StreamHandler = (request: unknown, call: ServerCall) => AsyncIterable<unknown>;
