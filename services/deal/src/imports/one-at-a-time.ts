import { currentCall } from '@svc/chassis/calls/call-context';
import { type AppError, appError } from '@svc/chassis/errors/app-error';

/** Runs jobs with the same key one after the other, in order of arrival; jobs with other keys do not wait. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface LineLimits {
  /** Maximum milliseconds that a job waits. */
  readonly waitMs: number;
  /** Maximum waiting jobs per key. */
  readonly waitingMax: number;
  /** Creates the error for a job that has waited too long or finds the queue full. */
  readonly refusal: () => AppError;
}

/** The running and waiting jobs of one key. */
interface Line {
  /** Resolves when all jobs have ended. */
  ended: Promise<unknown>;
  count: number;
}

/** Creates a queue per key. A job whose caller has left, or whose deadline has passed, is not started: it rejects with `timeout`. */
export function createOneAtATime({ waitMs, waitingMax, refusal }: LineLimits): OneAtATime {
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const line = lines.get(key) ?? { ended: Promise.resolve(), count: 0 };
    if (line.count > waitingMax) throw refusal();
    const { ended: before, count: countBefore } = line;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    // The next job waits for all earlier ones, because this one may give up before they end.
    line.ended = before.then(() => ended);
    line.count += 1;
    lines.set(key, line);
    try {
      if (countBefore > 0) await inTime(before, waitMs, refusal);
      assertAwaited();
      return await work();
    } finally {
      end();
      line.count -= 1;
      if (line.count === 0) lines.delete(key);
    }
  };
}

async function inTime(earlier: Promise<unknown>, waitMs: number, refusal: () => AppError): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refusal()), waitMs);
  try {
    await Promise.race([earlier, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function assertAwaited(): void {
  const call = currentCall();
  if (!call || (!call.signal.aborted && Date.now() < call.deadline)) return;
  throw appError('TIMEOUT', 'Your other imports took too long. Nothing was imported; try again.');
}
