import { setTimeout as pause } from 'node:timers/promises';
import { orAborted } from '@svc/chassis/concurrency/or-aborted';
import { AppError } from '@svc/chassis/errors/app-error';
import { NoBrowser } from '../capture/browser-pool.js';

/** Milliseconds to wait for an unavailable dependency: as long as a capture may wait. */
export const PATIENCE_MS = 30_000;
const RETRY_MS = 500;

/** Whether this process has no working browser; others may have one. */
export function lacksBrowser(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof NoBrowser;
}

/** Whether an error is transient: a dependency is unavailable or overloaded. */
export function isTransient(error: unknown): boolean {
  if (lacksBrowser(error)) return false;
  return error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout');
}

/**
 * Runs a step, and retries it while a dependency is unavailable, without using up an attempt. The step must be idempotent. Rejects
 * immediately with the signal's reason on abort, and with the last error when patience runs out.
 */
export async function retryTransient<T>(step: () => Promise<T>, patienceMs: number, signal: AbortSignal): Promise<T> {
  const givesUpAt = performance.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await orAborted(step(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || performance.now() >= givesUpAt) throw error;
    }
    await pause(RETRY_MS, undefined, { signal });
  }
}
