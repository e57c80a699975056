import { type AppError, appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { isRequestUndecided } from '../authorization-request-repo.js';

/** Throws NOT_FOUND, or INVALID_TRANSITION when the request can no longer be decided. */
export async function checkUndecided(db: Db, requestId: string): Promise<void> {
  const isUndecided = await isRequestUndecided(db, requestId);
  if (isUndecided === null) throw noSuch('authorization request');
  if (!isUndecided) throw alreadyDecided();
}

export function alreadyDecided(): AppError {
  return appError(
    'INVALID_TRANSITION',
    'This request is already decided or has expired. Ask the agent to request access again.',
  );
}
