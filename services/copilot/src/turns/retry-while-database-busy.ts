import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@svc/chassis/errors/app-error';

export interface RetryOptions {
  readonly tries: number;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  /** Aborts a pause with its reason. */
  readonly signal: AbortSignal;
}

/** Retries UNAVAILABLE errors while too many calls wait for the database, so that a started turn is not lost. Throws the last error. */
export async function retryWhileDatabaseBusy<Result>(
  work: () => Promise<Result>,
  { tries, pauseMs, signal }: RetryOptions,
): Promise<Result> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE' || left <= 0) throw error;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}
