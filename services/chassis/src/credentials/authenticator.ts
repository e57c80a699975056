import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** What a request brought to prove who sends it: the token of a person's session, or that of an agent. */
export interface Credential {
  readonly kind: 'session' | 'agent';
  readonly token: string;
}

/** Answers who holds a credential; undefined when it opens nothing. Rejects while nobody can be asked. */
export type Authenticate<Caller> = (credential: Credential) => Promise<Caller | undefined>;

/** Answers many credentials in one call, in their order. */
export type AskMany<Caller> = (credentials: readonly Credential[]) => Promise<readonly (Caller | undefined)[]>;

/** Most credentials in one call. */
const BATCH_MAX = 256;

interface Question<Caller> {
  readonly credential: Credential;
  readonly answer: (caller: Caller | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks about credentials. An answer is used again for `reuseMs`, counted from before it was asked for, and questions that come up
 * together go in one call. Whatever takes a right away has to be answered only after that time; then nothing outlives its end.
 */
export function createAuthenticator<Caller>(askMany: AskMany<Caller>, reuseMs: number): Authenticate<Caller> {
  const asked = new LRUCache<string, { readonly at: number; readonly caller: Promise<Caller | undefined> }>({
    max: 20_000,
  });
  const waiting: Question<Caller>[] = [];
  let isAsking = false;

  const ask = async (questions: readonly Question<Caller>[]): Promise<void> => {
    try {
      const callers = await askMany(questions.map(({ credential }) => credential));
      questions.forEach(({ answer }, index) => answer(callers[index]));
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

  return (credential) => {
    const at = performance.now();
    const key = `${credential.kind} ${credential.token}`;
    const known = asked.get(key);
    if (known && at - known.at < reuseMs) return known.caller;
    const caller = new Promise<Caller | undefined>((answer, fail) => {
      waiting.push({ credential, answer, fail });
      if (!isAsking) void askTogether();
    });
    asked.set(key, { at, caller });
    caller.catch(() => asked.delete(key));
    return caller;
  };
}
