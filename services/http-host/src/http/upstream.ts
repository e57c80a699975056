import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { type Admit, createAdmission } from '@svc/chassis/limits/admission';

/** Limits for one kind of requests to a service. */
export interface UpstreamLimits {
  /** Timeout in milliseconds: without a byte for proxied requests, in total for exchanges of records. */
  readonly timeoutMs: number;
  /** Maximum requests in flight; as many may wait for a second. */
  readonly underWayMax: number;
  /** Maximum of these for one user or network while no others make requests; all unless given. */
  readonly underWayEachMax?: number;
  /** Message when the service is unavailable. */
  readonly unavailable: string;
}

/** Connections to the internal listener of a service. */
export interface Upstream {
  /** Name of the service. */
  readonly service: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly agent: Agent;
  /**
   * Agent with fresh connections, for requests that cannot be repeated, and for retries: a stopping service may close an idle connection at the
   * moment in which a request is sent on it.
   */
  readonly unusedAgent: Agent;
  /** Limits requests: otherwise a service that hangs would occupy all sockets, and block the rest of the product. */
  readonly admit: Admit;
  readonly timeoutMs: number;
  readonly unavailable: (cause?: unknown) => AppError;
}

/** Milliseconds that a request waits for one in flight to end. */
const WAIT_MS = 1_000;

/** Maximum age in milliseconds of a reused connection, so that new processes of a service get their share. */
const CONNECTION_AGE_MS = 60_000;

class AgingAgent extends Agent {
  readonly #openedAt = new WeakMap<Duplex, number>();

  override createConnection(...args: [ClientRequestArgs]): Duplex | null | undefined {
    const socket = super.createConnection(...args);
    if (socket) this.#openedAt.set(socket, performance.now());
    return socket;
  }

  /** Ends a connection after its last response. */
  override keepSocketAlive(socket: Duplex): void {
    const ageMs = performance.now() - (this.#openedAt.get(socket) ?? 0);
    return ageMs < CONNECTION_AGE_MS ? super.keepSocketAlive(socket) : undefined;
  }
}

/** Opens an upstream that connects on demand to a service's internal HTTP listener at `host:port`. */
export function openUpstream(service: string, address: string, limits: UpstreamLimits): Upstream {
  const { underWayMax, underWayEachMax, timeoutMs, unavailable: message } = limits;
  const unavailable = (cause?: unknown): AppError => appError('UNAVAILABLE', message, { cause, retryAfterSeconds: 1 });
  const agent = new AgingAgent({ keepAlive: true, maxSockets: underWayMax });
  const unusedAgent = new Agent({ maxSockets: underWayMax });
  const each = underWayEachMax === undefined ? {} : { eachMax: underWayEachMax };
  const capacity = { ...each, capacity: underWayMax, waitingMax: underWayMax, waitMs: WAIT_MS };
  const admit = createAdmission({ ...capacity, refusal: unavailable });
  return { service, origin: `http://${address}`, agent, unusedAgent, admit, timeoutMs, unavailable };
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Whether a request failed because its idle connection was just being closed. The upstream has probably not processed it, but a write must not be
 * retried on that assumption.
 */
export function wasClosed(request: ClientRequest | undefined, error: unknown): boolean {
  return request?.reusedSocket === true && CLOSED.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Methods that can be retried, because they change nothing. */
export const isRepeatable = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
