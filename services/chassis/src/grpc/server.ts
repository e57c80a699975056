import { randomUUID } from 'node:crypto';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  type UntypedServiceImplementation,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { VerifyAssertion } from '../assertions/verify-assertion.js';
import { runInCall, type CallContext } from '../call-context.js';
import { AppError } from '../errors/app-error.js';
import { toGrpcStatus } from '../errors/grpc-errors.js';
import type { Log } from '../log.js';
import type { Principal, SignedInPrincipal, UserPrincipal } from '../principal.js';
import { extractTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import { readCallMetadata, replayedTrailer, traceGetter, type CallMetadata } from './call-metadata.js';
import { MESSAGE_BYTES_MAX, type MethodTable, type UnaryMethod } from './methods.js';

/** Milliseconds that a call may take when the caller set no deadline. */
const DEADLINE_MS = 30_000;

/** What a handler knows of its call. */
export interface ServerCall {
  readonly context: CallContext;
  /** The verified user. Throws for public methods and those of services, which have none. */
  readonly user: UserPrincipal;
  /** The verified user with the session of the call. Throws for agents too, which have none. */
  readonly signedIn: SignedInPrincipal;
}

/** Handlers of all methods of a generated service definition: message in, message out. */
export type ServiceHandlers<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends UnaryMethod<infer Request, infer Response>
    ? (request: Request, call: ServerCall) => Promise<Response>
    : never;
};

export interface ServerOptions {
  readonly methods: MethodTable;
  readonly verify: VerifyAssertion;
  readonly log: Log;
}

/** A gRPC server with health service; every method checks its caller before the handler runs. */
export class GrpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  });
  readonly #health = new HealthImplementation({ '': 'NOT_SERVING' });
  readonly #options: ServerOptions;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#health.addToServer(this.#server);
  }

  /** Serves a generated service definition. */
  add<Definition extends object>(definition: Definition, handlers: ServiceHandlers<Definition>): void {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const handler = handlers[name as keyof Definition] as UnaryHandler;
      implementation[name] = this.#unary(method as UnaryMethod<unknown, unknown>, handler);
    }
    this.#server.addService(definition as unknown as ServiceDefinition, implementation);
  }

  /** Answers for gRPC health: whether the process can do its work. */
  setServing(serving: boolean): void {
    this.#health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING');
  }

  /** Listens on `host:port` (port 0 takes a free one) and returns the port. */
  listen(address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
  }

  /** Takes no new calls and waits for the running ones, at most `timeoutMs`. */
  stop(timeoutMs = 3_000): Promise<void> {
    this.setServing(false);
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

  async #answer(method: UnaryMethod<unknown, unknown>, handler: UnaryHandler, call: ServerUnaryCall<unknown, unknown>) {
    const startedAt = performance.now();
    const sent = readCallMetadata(call.metadata);
    const requestId = sent.requestId ?? randomUUID();
    const parent = extractTrace(call.metadata, traceGetter);
    return inSpan(method.path.slice(1), { kind: SpanKind.SERVER, parent }, async () => {
      let code = 'OK';
      try {
        const principal = await this.#authorize(method.path, sent.assertion);
        const context = callContext(call, sent, requestId, principal);
        const response = await runInCall(context, () => handler(call.request, serverCall(context)));
        return { response, replayed: context.replayed === true };
      } catch (error) {
        code = this.#codeOf(error, method.path, requestId);
        throw error;
      } finally {
        const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
        this.#options.log.line({ msg: 'rpc', requestId, rpc: method.path, code, durationMs });
      }
    });
  }

  #codeOf(error: unknown, rpc: string, requestId: string): string {
    if (error instanceof AppError) {
      if (error.cause !== undefined) this.#options.log.warn({ err: error, rpc, requestId }, 'a call was refused');
      return error.code;
    }
    this.#options.log.error({ err: error, rpc, requestId }, 'a call failed by our fault');
    return 'INTERNAL';
  }

  /** Checks the assertion against what the method asks for. A method that the table does not name needs a user. */
  async #authorize(path: string, assertion: string | undefined): Promise<Principal | undefined> {
    const rule = this.#options.methods[path];
    if (rule?.public && assertion === undefined) return undefined;
    if (assertion === undefined) throw unauthenticated();
    const principal = await this.#options.verify(assertion);
    if (rule?.public) return principal;
    const services = rule?.services ?? [];
    if (principal.kind === 'service') {
      if (services.includes(principal.service)) return principal;
      throw new AppError('forbidden', 'FORBIDDEN', 'This method is not open to that service.');
    }
    if (services.length > 0) throw new AppError('forbidden', 'FORBIDDEN', 'This method is open to services only.');
    if (principal.kind === 'agent' && rule?.agents !== true) throw closedToAgents();
    if (rule?.admin && principal.role !== 'admin') {
      throw new AppError('forbidden', 'ADMIN_REQUIRED', 'Only administrators may do this.');
    }
    return principal;
  }
}

type UnaryHandler = (request: unknown, call: ServerCall) => Promise<unknown>;

function callContext(
  call: ServerUnaryCall<unknown, unknown>,
  sent: CallMetadata,
  requestId: string,
  principal: Principal | undefined,
): CallContext {
  let gone: AbortController | undefined;
  // The event comes at the end of every call; only before the answer does it mean that nobody waits any more.
  call.on('cancelled', () => {
    if (call.cancelled) gone?.abort();
  });
  const deadline = call.getDeadline();
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return {
    requestId,
    deadline: Number.isFinite(deadlineMs) ? deadlineMs : Date.now() + DEADLINE_MS,
    // Made when somebody asks for it: most handlers never do.
    get signal() {
      gone ??= new AbortController();
      if (call.cancelled) gone.abort();
      return gone.signal;
    },
    ...(principal === undefined ? {} : { principal }),
    ...(sent.assertion === undefined ? {} : { assertion: sent.assertion }),
    ...(sent.operation === undefined ? {} : { operation: sent.operation }),
    ...(sent.tier === undefined ? {} : { tier: sent.tier }),
    ...(sent.idempotencyKey === undefined ? {} : { idempotencyKey: sent.idempotencyKey }),
  };
}

function serverCall(context: CallContext): ServerCall {
  return {
    context,
    get user() {
      const { principal } = context;
      if (!principal || principal.kind === 'service') throw unauthenticated();
      return principal;
    },
    get signedIn() {
      const { user } = this;
      if (user.kind === 'agent') throw closedToAgents();
      return user;
    },
  };
}

function closedToAgents(): AppError {
  return new AppError('forbidden', 'FORBIDDEN', 'Agents may not do this. The user has to do it in the product itself.');
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'UNAUTHENTICATED', 'Sign in first.');
}
