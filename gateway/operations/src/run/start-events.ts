import { type CallContext, runInCall } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { EventAnswer } from '@svc/http-host/http/event-stream';
import type { EventStream } from '../registry/define-operation.js';

/** Milliseconds that an event waits for the caller check; after that it is sent without the result. */
const CHECK_MS = 1_000;

/** Errors that end the stream. */
const ENDING: readonly AppError['kind'][] = ['unauthenticated', 'forbidden'];

interface EventCall<Output> {
  readonly stream: EventStream<Output>;
  /** The call whose operation has run. */
  readonly context: CallContext;
  /** Identifies the caller again; rejects when it may no longer call. */
  readonly renew: () => Promise<CallContext>;
  /** Releases what the operation has opened. */
  readonly end: () => void;
  /** Deadline of each call that producing an event makes, in milliseconds. */
  readonly callMs: number;
}

/**
 * Streams an operation's events as part of the original call, without a limit of time. Calls for producing an event get their own deadline, and
 * events are sent only while the caller is authorized. While identity is unavailable, events continue.
 */
export function startEvents<Output>({ stream, context, renew, end, callMs }: EventCall<Output>): EventAnswer {
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
      const iterator = stream.events[Symbol.asyncIterator]();
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
      return inCall(() => stream.whole());
    },
  };
}

/** Returns a check that throws once the caller is no longer authorized; one call to identity runs at a time. */
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
