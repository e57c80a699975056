import { LRUCache } from 'lru-cache';
import { v7 as newId } from 'uuid';
import { runInCall } from '../calls/call-context.js';
import { createBatchLoader } from '../concurrency/batch-loader.js';
import { AppError, appError } from '../errors/app-error.js';

/** The credential of a request: the token of a person's session, or of an agent. */
export interface TokenCredential {
  readonly kind: 'session' | 'agent';
  readonly token: string;
  /** Whether the caller must be an administrator; results for other operations do not verify that. */
  readonly administers?: boolean;
}

/** The shared secret of the operator's adapters, and the user for whom the adapter acts. */
export interface AdapterCredential {
  readonly kind: 'adapter';
  readonly token: string;
  readonly actingUserId: string;
}

export type Credential = TokenCredential | AdapterCredential;

/** Finds the holder of a credential; undefined when it is invalid. Rejects while identity is unavailable. */
export type Authenticate<Caller> = (credential: Credential) => Promise<Caller | undefined>;

/** An `Authenticate` that caches results. */
export interface Authenticator<Caller> extends Authenticate<Caller> {
  /** Drops the cached result for the credential, because its holder has just changed something. */
  readonly forget: (credential: Credential) => void;
}

/** Looks up many credentials in one call; results are in the same order. */
export type AskMany<Caller> = (credentials: readonly Credential[]) => Promise<readonly (Caller | undefined)[]>;

/** Lookups that arrive during a call are batched into the next one, so that the number of calls does not grow with the load. */
const BATCHES = { keys: 256, batches: 4, patienceMs: 50 };
/** Timeout of a call in milliseconds, after which it is retried once. */
const CALL_MS = 2_000;
const NEVER_ABORTED = new AbortController().signal;

/**
 * Looks up credentials. Caches a result for `reuseMs`, counted from before the request, and batches concurrent lookups in one call. A call that
 * revokes a permission must return only after that time, so that no cached permission outlives the revocation.
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

/** Sends one request that all waiting callers share, and retries it once after a timeout. */
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
    // The request has not started, so it is safe to retry.
    throw appError('UNAVAILABLE', 'Sign-in cannot be verified right now. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'timeout';
}
