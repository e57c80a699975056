import { type AppError, appError } from './app-error.js';

/** Seconds after which the operator may have freed space. */
const RETRY_AFTER_SECONDS = 30;

/** A disk of the server is full: reads still work, but nothing new can be stored. */
export function outOfSpace(cause: unknown): AppError {
  return appError('UNAVAILABLE', 'The server has no space left to store this. Nothing was changed. Try again later.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
