import { AppError } from '@svc/chassis/errors/app-error';
import type { ErrorKind } from '@svc/chassis/errors/error-codes';

/** Errors that leave open whether the change was made. */
const UNCERTAIN: readonly ErrorKind[] = ['timeout', 'unavailable', 'key_reused'];

/** Whether the error says that nothing was changed, other than one that leaves open what came of the change. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !UNCERTAIN.includes(error.kind) && error.code !== 'IDEMPOTENCY_IN_PROGRESS';
}
