import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@svc/chassis/errors/app-error';
import { NoBrowser } from '../capture/browser-pool.js';

/** Milliseconds that a dependency may be away before work is given up: as long as a capture may wait. */
export const PATIENCE_MS = 30_000;
const RETRY_MS = 500;

/** Whether this process has no browser that starts: others may have. */
export function lacksBrowser(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof NoBrowser;
}

/** Whether an error is temporary: a dependency is away or overloaded. */
export function isPassing(error: unknown): boolean {
  if (lacksBrowser(error)) return false;
  return error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout');
}

/**
 * Runs a step, and retries while a dependency is away, which does not cost a capture one of its tries. The step must be
 * repeatable. Rejects at once with the signal's reason when that is aborted, however long the step then takes; throws what the step
 * threw last when patience is over.
 */
export async function untilPresent<T>(step: () => Promise<T>, patienceMs: number, signal: AbortSignal): Promise<T> {
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await orAborted(step(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || performance.now() >= givesUpAt) throw error;
    }
    await pause(RETRY_MS, undefined, { signal });
  }
}

/** What work returns or throws, unless the signal is aborted first; a later outcome is dropped. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
