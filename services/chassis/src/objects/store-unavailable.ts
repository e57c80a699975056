import { AppError } from '../errors/app-error.js';

/** Seconds after which a store that was away is worth another try. */
const RETRY_AFTER_SECONDS = 5;

export function storeUnavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'UNAVAILABLE',
    'Files cannot be stored or read at the moment. Try again shortly.',
    {
      cause,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
