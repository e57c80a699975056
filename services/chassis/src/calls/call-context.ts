import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.js';

/** How an agent's call arrived. */
export type AgentSurface = 'https' | 'mcp' | 'copilot';

/** Only for calls of agents, and for calls in which a user accepts an agent's proposal, where it describes that agent. */
export interface AgentCall {
  readonly surface: AgentSurface;
  /** Who the agent claims to be, now or at sign-in. */
  readonly actorId?: string;
  /** The transport that it claims. */
  readonly channel?: string;
  /** The approval that the call names. */
  readonly approvalId?: string;
  /** UUID of this call alone, which links all records of the call. */
  readonly recordId?: string;
}

/** The facts that travel with a call from the edge through every service. */
export interface CallContext {
  readonly requestId: string;
  /** The verified caller; absent in public calls. */
  readonly principal?: Principal | undefined;
  /** Whose call it is, when the caller is known but not verified here, so that users share resources fairly. */
  readonly userId?: string | undefined;
  /** The compact JWT that proves the caller, forwarded unchanged. */
  readonly assertion?: string | undefined;
  /** At the start of a call: assertions of the caller, by target service. An approval replaces them. */
  assertions?: Readonly<Record<string, string>> | undefined;
  /** Registry name of the operation, such as `deals.create`; absent in background work. */
  readonly operation?: string | undefined;
  /** 0 read, 1 operational write, 2 sensitive write. */
  readonly tier?: number | undefined;
  /** For a call that an agent made or proposed: what the agent claims, and how the call arrived. */
  readonly agent?: AgentCall | undefined;
  /** Makes a write repeatable (`Idempotency-Key`, `x-dd-request-id`). */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds since the epoch after which the caller no longer waits for the answer. */
  readonly deadline: number;
  /** Aborted when the caller has left or the deadline has passed. */
  readonly signal: AbortSignal;
  /** When it reached this process, by `performance.now()`; unset where nothing reads it. */
  readonly startedAt?: number;
  /** Set by the write mechanism when the answer repeats that of an earlier call with the same idempotency key. */
  replayed?: boolean;
  /** Set once the caller no longer waits for the answer. */
  isAbandoned?: boolean;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Runs `work` as part of the call. */
export function runInCall<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}

/** Runs `work` as part of the current call, with at most this many milliseconds of its time. */
export function withDeadline<T>(ms: number, work: () => T): T {
  const call = storage.getStore();
  return call ? storage.run({ ...call, deadline: Math.min(call.deadline, Date.now() + ms) }, work) : work();
}

/** The assertion of the caller for a service. */
export function assertionFor(call: CallContext | undefined, service: string): string | undefined {
  return call?.assertions?.[service] ?? call?.assertion;
}

/** Runs `work` outside any call: work that outlives the answer must not end with its caller. */
export function runInBackground<T>(work: () => T): T {
  return storage.exit(work);
}

/** The call of the running code; undefined in background work. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

const abandonListeners = new Set<(call: CallContext) => void>();

/** Signals that the caller no longer waits for the answer. */
export function abandon(call: CallContext): void {
  call.isAbandoned = true;
  for (const listener of abandonListeners) listener(call);
}

/** Calls the listener for each abandoned call, until the returned function is called. */
export function onAbandoned(listener: (call: CallContext) => void): () => void {
  abandonListeners.add(listener);
  return () => abandonListeners.delete(listener);
}
