import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.js';

/** The interface through which an agent's call arrived. */
export type AgentSurface = 'https' | 'mcp' | 'copilot';

/** Set only for calls by agents, and for calls in which a user accepts an agent's proposal: then it describes that agent. */
export interface AgentCall {
  readonly surface: AgentSurface;
  /** The identity that the agent claims, in this call or at sign-in. */
  readonly actorId?: string;
  /** The transport that the agent claims. */
  readonly channel?: string;
  /** The approval that the call names. */
  readonly approvalId?: string;
  /** UUID of this call; links all records of the call. */
  readonly recordId?: string;
}

/** The facts that travel with a call from the edge through every service. */
export interface CallContext {
  readonly requestId: string;
  /** The verified caller; absent in public calls. */
  readonly principal?: Principal | undefined;
  /** Id of the calling user when known but not verified here; used to share resources fairly among users. */
  readonly userId?: string | undefined;
  /** The compact JWT that authenticates the caller, forwarded unchanged. */
  readonly assertion?: string | undefined;
  /** The caller's assertions at the start of the call, by target service. Replaced when an approval is claimed. */
  assertions?: Readonly<Record<string, string>> | undefined;
  /** Registry name of the operation, such as `deals.create`; absent in background work. */
  readonly operation?: string | undefined;
  /** 0 read, 1 operational write, 2 sensitive write. */
  readonly tier?: number | undefined;
  /** For a call that an agent made or proposed: what the agent claims, and how the call arrived. */
  readonly agent?: AgentCall | undefined;
  /** Makes a write repeatable (`Idempotency-Key`, `x-dd-request-id`). */
  readonly idempotencyKey?: string | undefined;
  /** Deadline in milliseconds since the epoch, after which the caller no longer waits. */
  readonly deadline: number;
  /** Aborted when the caller has left or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Time of arrival in this process (`performance.now()`); unset where it is not needed. */
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

/** Runs `work` as part of the current call, with a deadline at most this many milliseconds away. */
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
