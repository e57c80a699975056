import { currentCall } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';

/** Runs pieces of work with the same key one after the other, in the order in which they came; other keys do not wait. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work whose caller has gone, or whose deadline has passed, is not begun: it rejects with `timeout`. */
export function createOneAtATime(): OneAtATime {
  const lastOfKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastOfKey.get(key) ?? Promise.resolve();
    const running = before.then(() => {
      assertAwaited();
      return work();
    });
    const settled = running.catch(() => undefined);
    lastOfKey.set(key, settled);
    try {
      return await running;
    } finally {
      if (lastOfKey.get(key) === settled) lastOfKey.delete(key);
    }
  };
}

function assertAwaited(): void {
  const call = currentCall();
  if (!call || (!call.signal.aborted && Date.now() < call.deadline)) return;
  throw new AppError('timeout', 'TIMEOUT', 'Other imports of yours took too long. Nothing was imported; try again.');
}
