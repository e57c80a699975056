import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.js';

/** What belongs to one call and travels with it from the edge through every service. */
export interface CallContext {
  readonly requestId: string;
  /** The verified caller; absent in public calls. */
  readonly principal?: Principal;
  /** The compact JWT that proves the caller, forwarded as it came. */
  readonly assertion?: string;
  /** Registry name of the operation, such as `deals.create`; absent in background work. */
  readonly operation?: string;
  /** 0 read, 1 operational write, 2 sensitive write. */
  readonly tier?: number;
  readonly approvalId?: string;
  /** Adapter or agent that acts for the user, and the channel it named. */
  readonly actorId?: string;
  readonly channel?: string;
  /** Makes a write repeatable (`Idempotency-Key`, `x-dd-request-id`). */
  readonly idempotencyKey?: string;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number;
  /** Aborted when the caller has gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Set by the write mechanism when the answer is that of an earlier call with the same idempotency key. */
  replayed?: boolean;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Runs `work` as part of the call. */
export function runInCall<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}

/** The call that the running code belongs to; undefined in background work. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}
