import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.js';

/** By which way an agent's call came. */
export type AgentSurface = 'https' | 'mcp' | 'copilot';

/** What only the calls of agents have, and those in which a user does what an agent has proposed: of that agent then. */
export interface AgentCall {
  readonly surface: AgentSurface;
  /** Who the agent says that it is, now or when it was let in. */
  readonly actorId?: string;
  /** By what it says that it is reached. */
  readonly channel?: string;
  /** The approval that the call was made with. */
  readonly approvalId?: string;
  /** UUID that this call alone has, by which all that is written down of it is known to be of one call. */
  readonly recordId?: string;
}

/** What belongs to one call and travels with it from the edge through every service. */
export interface CallContext {
  readonly requestId: string;
  /** The verified caller; absent in public calls. */
  readonly principal?: Principal | undefined;
  /** Whom the call is for, where the caller is known and not verified here: room is shared among users. */
  readonly userId?: string | undefined;
  /** The compact JWT that proves the caller, forwarded as it came. */
  readonly assertion?: string | undefined;
  /** Where the call begins: those that prove the caller, by the service that each is for. An approval replaces them. */
  assertions?: Readonly<Record<string, string>> | undefined;
  /** Registry name of the operation, such as `deals.create`; absent in background work. */
  readonly operation?: string | undefined;
  /** 0 read, 1 operational write, 2 sensitive write. */
  readonly tier?: number | undefined;
  /** Of an agent's call, or of one that an agent proposed: what it says of itself and how it came. */
  readonly agent?: AgentCall | undefined;
  /** Makes a write repeatable (`Idempotency-Key`, `x-dd-request-id`). */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds since the epoch after which the caller no longer waits for the answer. */
  readonly deadline: number;
  /** Aborted when the caller has gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** When it came to this process, on the clock of `performance.now()`; unset where nothing reads it. */
  readonly startedAt?: number;
  /** Set by the write mechanism when the answer is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
  /** Set once the caller no longer waits for the answer. */
  isAbandoned?: boolean;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Runs `work` as part of the call. */
export function runInCall<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs `work` as part of the running call, with at most so many milliseconds of its time. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const call = storage.getStore();
  return call ? storage.run({ ...call, deadline: Math.min(call.deadline, Date.now() + ms) }, work) : work();
}

/** What proves the caller to a service. */
export function assertionFor(call: CallContext | undefined, service: string): string | undefined {
  return call?.assertions?.[service] ?? call?.assertion;
}

/** Runs `work` as part of no call: what outlives the answer must not end with those who waited for it. */
export function runInBackground<T>(work: () => T): T {
  return storage.exit(work);
}

/** The call that the running code belongs to; undefined in background work. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

const abandonListeners = new Set<(call: CallContext) => void>();

/** Tells the work of a call that its caller no longer waits for the answer. */
export function abandon(call: CallContext): void {
  call.isAbandoned = true;
  for (const listener of abandonListeners) listener(call);
}

/** Calls the listener for each call that is abandoned, until the answered function is called. */
export function onAbandoned(listener: (call: CallContext) => void): () => void {
  abandonListeners.add(listener);
  return () => abandonListeners.delete(listener);
}
