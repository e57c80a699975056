import { runInCall, type CallContext } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { EventAnswer } from '@svc/http-host/http/event-stream';
import type { Told } from './define-operation.js';

/** Milliseconds that an event waits for the check of its caller; then it is sent before the answer. */
const CHECK_MS = 1_000;

/** The last event for a caller who may not go on. */
const ENDING: readonly AppError['kind'][] = ['unauthenticated', 'forbidden'];

interface EventCall<Output> {
  readonly told: Told<Output>;
  /** The call whose operation has run. */
  readonly context: CallContext;
  /** Identifies the caller again; rejects when it may no longer call. */
  readonly renew: () => Promise<CallContext>;
  /** Ends what the operation has opened. */
  readonly end: () => void;
  /** Milliseconds for each call that the events make. */
  readonly callMs: number;
}

/**
 * Streams the events of an operation as part of the call that began it, however long that takes. Each call meanwhile has a deadline of
 * its own, and each event is sent only while its caller is authorized. While identity is away, events go on.
 */
export function startEvents<Output>({ told, context, renew, end, callMs }: EventCall<Output>): EventAnswer {
  let newest = context;
  const inCall = <Result>(work: () => Result): Result => {
    const call = {
      ...newest,
      signal: context.signal,
      get deadline() {
        return Date.now() + callMs;
      },
    };
    return runInCall(call, work);
  };
  const check = createCheck(async () => {
    newest = await renew();
  });
  const endWith = (signal: AbortSignal): void => {
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  };
  return {
    async *events(signal) {
      endWith(signal);
      const iterator = told.events[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await inCall(() => iterator.next());
          if (next.done === true) return;
          await check();
          yield next.value;
        }
      } finally {
        end();
        await inCall(() => iterator.return?.());
      }
    },
    whole(signal) {
      endWith(signal);
      return inCall(() => told.whole());
    },
  };
}

/** Rejects once the caller may not go on; polls identity, one call at a time. */
function createCheck(renew: () => Promise<void>): () => Promise<void> {
  let refusal: AppError | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    try {
      await renew();
    } catch (error) {
      if (error instanceof AppError && ENDING.includes(error.kind)) refusal = error;
    } finally {
      isAsking = false;
    }
  };
  return async () => {
    if (!isAsking) {
      isAsking = true;
      await atMost(CHECK_MS, ask());
    }
    if (refusal) throw refusal;
  };
}

/** Waits for a promise that never rejects, up to a limit. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
