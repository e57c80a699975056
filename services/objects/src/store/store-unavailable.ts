import { appError, type AppError } from '@svc/chassis/errors/app-error';
import { outOfSpace } from '@svc/chassis/errors/out-of-space';

/** Seconds after which a store that was away is worth another try. */
const RETRY_AFTER_SECONDS = 5;

/** What a full disk, or one of whose share this user has had all, says. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** A store that cannot be reached, or that has no room for more. */
export function storeUnavailable(cause: unknown): AppError {
  if (NO_SPACE.has((cause as { code?: string } | undefined)?.code ?? '')) return outOfSpace(cause);
  return appError('UNAVAILABLE', 'Files cannot be stored or read at the moment. Try again shortly.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
