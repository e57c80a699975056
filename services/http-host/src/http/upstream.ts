import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAdmission, type Admit } from '@svc/chassis/limits/admission';
import { appError, type AppError } from '@svc/chassis/errors/app-error';

/** What requests of one kind may take of a service. */
export interface UpstreamLimits {
  /** Milliseconds: without a byte for what is passed through, for the whole of an exchange of records. */
  readonly timeoutMs: number;
  /** Requests under way at once; as many may wait for a second. */
  readonly underWayMax: number;
  /** How many of them one user or network may have while no other asks; all unless given. */
  readonly underWayEachMax?: number;
  /** What people are told while the service is away. */
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
   * Unused connections: for what cannot be repeated, and for repeats. One that is kept may be closed by a service that stops,
   * in the very moment in which a request is sent on it.
   */
  readonly unusedAgent: Agent;
  /** Without a bound a service that hangs would keep all sockets, and the rest of the product with them. */
  readonly admit: Admit;
  readonly timeoutMs: number;
  readonly unavailable: (cause?: unknown) => AppError;
}

/** Milliseconds for which a request waits for one of those under way to end. */
const WAIT_MS = 1_000;

/** Milliseconds after which a connection is not kept for a further request, so that new processes of a service get their share. */
const CONNECTION_AGE_MS = 60_000;

class AgingAgent extends Agent {
  readonly #openedAt = new WeakMap<Duplex, number>();

  override createConnection(...args: [ClientRequestArgs]): Duplex | null | undefined {
    const socket = super.createConnection(...args);
    if (socket) this.#openedAt.set(socket, performance.now());
    return socket;
  }

  /** A connection for which nothing is answered is ended; what is under way on it has ended before. */
  override keepSocketAlive(socket: Duplex): void {
    const ageMs = performance.now() - (this.#openedAt.get(socket) ?? 0);
    return ageMs < CONNECTION_AGE_MS ? super.keepSocketAlive(socket) : undefined;
  }
}

/** Connects, once it is asked, to the internal HTTP listener of a service at `host:port`. */
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
 * Whether a request got no answer because the kept connection that it was given was just being closed. The upstream has not taken it, as a rule; what
 * changes something is still not to be sent again on that word.
 */
export function wasClosed(request: ClientRequest | undefined, error: unknown): boolean {
  return request?.reusedSocket === true && CLOSED.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Methods that may be sent again, as they change nothing. */
export const isRepeatable = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';
