import { LRUCache } from 'lru-cache';
import { v7 as newId } from 'uuid';
import { runInCall } from '../calls/call-context.js';
import { createBatchLoader } from '../concurrency/batch-loader.js';
import { AppError, appError } from '../errors/app-error.js';

/** What a request brought to prove who sends it: the token of a person's session, or that of an agent. */
export interface TokenCredential {
  readonly kind: 'session' | 'agent';
  readonly token: string;
  /** Whether it is to prove an administrator: what is answered for other operations proves none. */
  readonly administers?: boolean;
}

/** The secret that adapters of the operator share, and whom one of them acts for. */
export interface AdapterCredential {
  readonly kind: 'adapter';
  readonly token: string;
  readonly actingUserId: string;
}

export type Credential = TokenCredential | AdapterCredential;

/** Answers who holds a credential; undefined when it opens nothing. Rejects while identity cannot be asked. */
export type Authenticate<Caller> = (credential: Credential) => Promise<Caller | undefined>;

/** An `Authenticate` that uses answers again. */
export interface Authenticator<Caller> extends Authenticate<Caller> {
  /** Asks again about the credential, from its next use on; for what its holder has just changed. */
  readonly forget: (credential: Credential) => void;
}

/** Answers many credentials in one call, in their order. */
export type AskMany<Caller> = (credentials: readonly Credential[]) => Promise<readonly (Caller | undefined)[]>;

/** A call under way gathers the questions for the next one: the more there is to ask, the fewer calls one costs. */
const BATCHES = { keys: 256, batches: 4, patienceMs: 50 };
/** Milliseconds that a call may take; one that takes longer is made once more. */
const CALL_MS = 2_000;
const NEVER_ABORTED = new AbortController().signal;

/**
 * Asks about credentials. An answer is used again for `reuseMs`, counted from before it was asked for, and questions that come up
 * together go in one call. A call that takes a right away must be answered only after that time; then nothing outlives its end.
 */
export function createAuthenticator<Caller>(askMany: AskMany<Caller>, reuseMs: number): Authenticator<Caller> {
  const asked = new LRUCache<string, { readonly at: number; readonly caller: Promise<Caller | undefined> }>({
    max: 20_000,
  });
  const ask = createBatchLoader((credentials: Credential[]) => twice(() => askMany(credentials)), BATCHES);

  const authenticate: Authenticate<Caller> = (credential) => {
    const at = performance.now();
    const key = keyOf(credential);
    const known = asked.get(key);
    if (known && at - known.at < reuseMs) return known.caller;
    const caller = ask(credential);
    asked.set(key, { at, caller });
    caller.catch(() => asked.delete(key));
    return caller;
  };

  const forget = (credential: Credential): void => {
    if (credential.kind === 'adapter') asked.delete(keyOf(credential));
    else for (const administers of [false, true]) asked.delete(keyOf({ ...credential, administers }));
  };
  return Object.assign(authenticate, { forget });
}

function keyOf(credential: Credential): string {
  const { kind, token } = credential;
  if (kind === 'adapter') return `${kind} ${credential.actingUserId} ${token}`;
  return `${kind} ${credential.administers === true} ${token}`;
}

/** Asks in a call of its own, shared by all who wait for it, and once more after a timeout. */
async function twice<T>(ask: () => Promise<T>): Promise<T> {
  const once = () => runInCall({ requestId: newId(), deadline: Date.now() + CALL_MS, signal: NEVER_ABORTED }, ask);
  try {
    return await once();
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  try {
    return await once();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    // The request has not begun, so its outcome is known and it is safe to retry.
    throw appError('UNAVAILABLE', 'Sign-in cannot be checked at the moment. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'timeout';
}
