import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { outOfSpace } from '@svc/chassis/errors/out-of-space';

/** Seconds after which to retry an unavailable store. */
const RETRY_AFTER_SECONDS = 5;

/** Error codes of a full disk or an exhausted disk quota. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** The error for a store that is unreachable or full. */
export function storeUnavailable(cause: unknown): AppError {
  if (NO_SPACE.has((cause as { code?: string } | undefined)?.code ?? '')) return outOfSpace(cause);
  return appError('UNAVAILABLE', 'Files cannot be stored or read at the moment. Try again shortly.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
