import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Caller } from '@svc/operations/operation-context';
import type { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { LRUCache } from 'lru-cache';

/** Answers who holds a session token; undefined when the token opens nothing. Rejects while identity is away. */
export type Authenticate = (sessionToken: string) => Promise<Caller | undefined>;

/** Most credentials in one call to identity. */
const BATCH_MAX = 256;

interface Question {
  readonly sessionToken: string;
  readonly answer: (caller: Caller | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks identity about credentials. An answer is used again for `reuseMs`, counted from before identity was asked, and questions
 * that come up together go in one call. Whatever takes a right away is answered by identity only after that time, so nothing
 * outlives its end.
 */
export function createAuthenticator(
  identity: Pick<PromiseClient<typeof AuthenticationServiceService>, 'authenticate'>,
  reuseMs: number,
): Authenticate {
  const asked = new LRUCache<string, { readonly at: number; readonly caller: Promise<Caller | undefined> }>({
    max: 20_000,
  });
  const waiting: Question[] = [];
  let isAsking = false;

  const ask = async (questions: readonly Question[]): Promise<void> => {
    try {
      const credentials = questions.map(({ sessionToken }) => ({
        credential: { $case: 'sessionToken' as const, value: sessionToken },
      }));
      const { results } = await identity.authenticate({ credentials });
      questions.forEach(({ answer }, index) =>
        answer(results[index]?.principal ? toCaller(results[index].principal) : undefined),
      );
    } catch (error) {
      questions.forEach(({ fail }) => fail(error));
    }
  };

  /** One call at a time: what comes up meanwhile goes in the next, so the more there is to ask the fewer calls a question costs. */
  const askTogether = async (): Promise<void> => {
    isAsking = true;
    await nextTurn();
    while (waiting.length > 0) await ask(waiting.splice(0, BATCH_MAX));
    isAsking = false;
  };

  return (sessionToken) => {
    const at = performance.now();
    const known = asked.get(sessionToken);
    if (known && at - known.at < reuseMs) return known.caller;
    const caller = new Promise<Caller | undefined>((answer, fail) => {
      waiting.push({ sessionToken, answer, fail });
      if (!isAsking) void askTogether();
    });
    asked.set(sessionToken, { at, caller });
    caller.catch(() => asked.delete(sessionToken));
    return caller;
  };
}

function toCaller(principal: { userId: string; role: string; assertion: string }): Caller {
  return {
    userId: principal.userId,
    role: principal.role === 'admin' ? 'admin' : 'user',
    assertion: principal.assertion,
  };
}
