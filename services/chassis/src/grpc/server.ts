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
import type { Admit } from '../admission.js';
import type { VerifyAssertion } from '../assertions/verify-assertion.js';
import { runInCall } from '../call-context.js';
import { claimantOf } from '../claimant.js';
import { AppError, appError } from '../errors/app-error.js';
import { toGrpcStatus } from '../errors/grpc-errors.js';
import type { Log } from '../log.js';
import type { AgentPrincipal, Principal } from '../principal.js';
import { measureServerCall } from '../telemetry/request-metrics.js';
import { extractTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import { checkApproval } from './check-approval.js';
import { readCallMetadata, replayedTrailer, traceGetter } from './call-metadata.js';
import { MESSAGE_BYTES_MAX, type Answered, type MethodRule, type MethodTable, type UnaryMethod } from './methods.js';
import { readInTurn, type AdmitMessage } from './read-in-turn.js';
import { callContext, closedToAgents, serverCall, unauthenticated, type ServerCall } from './server-call.js';
import { writtenMethodOf } from './write.js';

/**
 * Milliseconds after which a connection is ended, and those that its calls then have left. Clients look the name up again and
 * connect to what is there, so that a replica that is new gets its share.
 */
const CONNECTION_AGE_MS = 60_000;
const CONNECTION_GRACE_MS = 30_000;

/** Health of the process itself: its event loop turns. A worker that gets no further fails it. */
export const LIVENESS = 'liveness';
/**
 * Whether the process wants calls: it has found what it needs once, and is not stopping. A database that goes away later takes nothing back,
 * or all replicas would leave at once, with what they can do without it.
 */
export const READINESS = 'readiness';

/** Handlers of all methods of a generated service definition: message in, message out. */
export type ServiceHandlers<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends UnaryMethod<infer Request, infer Response>
    ? (request: Request, call: ServerCall) => Promise<Answered<Response>>
    : never;
};

export interface ServerOptions {
  readonly methods: MethodTable;
  readonly verify: VerifyAssertion;
  readonly log: Log;
  /** Milliseconds after which a connection is ended; 60 000 when unset. */
  readonly connectionAgeMs?: number;
}

/** A gRPC server with health service; every method checks its caller before the handler runs. */
export class GrpcServer {
  readonly #server: Server;
  readonly #health = new HealthImplementation({
    '': 'NOT_SERVING',
    [LIVENESS]: 'SERVING',
    [READINESS]: 'NOT_SERVING',
  });
  readonly #options: ServerOptions;
  /** What admits the messages of a method, by its path. */
  readonly #admissions = new Map<string, AdmitMessage>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = new Server({
      'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
      'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
      'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
      'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
      interceptors: [readInTurn((path) => this.#admissions.get(path))],
    });
    this.#health.addToServer(this.#server);
  }

  /**
   * Serves a generated service definition. Throws for a method of users that changes something and whose handler `write` did not
   * make, so that none is left without its transaction and its record.
   */
  add<Definition extends object>(definition: Definition, handlers: ServiceHandlers<Definition>): void {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const handler = handlers[name as keyof Definition] as UnaryHandler;
      const { path } = method as UnaryMethod<unknown, unknown>;
      checkWrite(path, this.#options.methods[path], handler);
      implementation[name] = this.#unary(method as UnaryMethod<unknown, unknown>, handler);
    }
    this.#server.addService(definition as unknown as ServiceDefinition, implementation);
  }

  /** Has calls of a method wait for room, each for one place, before their message is read. Users have it in turn. */
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

  /** Answers for gRPC health: whether the process can do its work now, or how the part by that name is. */
  setServing(serving: boolean, part = ''): void {
    this.#health.setStatus(part, serving ? 'SERVING' : 'NOT_SERVING');
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
        const response = (await runInCall(context, () => handler(call.request, serverCall(context)))) ?? {};
        return { response, replayed: context.replayed === true };
      } catch (error) {
        code = this.#codeOf(error, method.path, requestId);
        throw error;
      } finally {
        this.#record(method.path, requestId, startedAt, code);
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
      throw appError('FORBIDDEN', 'This method is not open to that service.');
    }
    if (services.length > 0) throw appError('FORBIDDEN', 'This method is open to services only.');
    if (principal.kind === 'agent') checkScope(principal, rule?.agentScopes ?? []);
    checkApproval(principal, rule?.sensitive ?? 'none');
    if (rule?.admin && principal.role !== 'admin') {
      throw appError('ADMIN_REQUIRED', 'Only administrators may do this.');
    }
    return principal;
  }
}

/** Methods that are public, or for services alone, may do without `write`. */
function checkWrite(path: string, rule: MethodRule | undefined, handler: UnaryHandler): void {
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

type UnaryHandler = (request: unknown, call: ServerCall) => Promise<unknown>;

function checkScope({ agent }: AgentPrincipal, scopes: readonly string[]): void {
  // What other hosts sign agents in for is no right to call services.
  if (scopes.length === 0 || agent.family !== 'bridge') throw closedToAgents();
  if (scopes.some((scope) => agent.scopes.includes(scope))) return;
  throw appError('FORBIDDEN', `The agent needs the scope ${scopes.join(' or ')} for this. Ask the user for it.`);
}
