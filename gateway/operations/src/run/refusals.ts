import { AppError } from '@svc/chassis/errors/app-error';
import type { ErrorKind } from '@svc/chassis/errors/error-codes';

/** Errors after which it is unknown whether the change was made. */
const UNCERTAIN: readonly ErrorKind[] = ['timeout', 'unavailable', 'key_reused'];

/** Whether the error proves that nothing changed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !UNCERTAIN.includes(error.kind) && error.code !== 'IDEMPOTENCY_IN_PROGRESS';
}
