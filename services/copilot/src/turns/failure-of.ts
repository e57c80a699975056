import type { AppError } from '@svc/chassis/errors/app-error';
import { copilotError } from '../error-codes.js';
import { FAILURE_TEXTS, isTurnFailureCode, type TurnFailureCode } from '../models/turn-failures.js';

/** The code with which a turn has failed. */
export function failureCodeOf({ errorCode }: { readonly errorCode?: string | null | undefined }): TurnFailureCode {
  // One of another version, which this one does not know, has ended all the same.
  return isTurnFailureCode(errorCode) ? errorCode : 'SERVER_RESTARTED';
}

/** Seconds after which it makes sense to try a turn again; undefined where that is not known, or is long ago. */
export function retryAfterOf({ retryAt }: { readonly retryAt: Date | null }): number | undefined {
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt.getTime() - Date.now()) / 1_000);
  return seconds > 0 ? seconds : undefined;
}

/** The error with which a turn has failed. */
export function failureOf(turn: Parameters<typeof failureCodeOf>[0] & Parameters<typeof retryAfterOf>[0]): AppError {
  const code = failureCodeOf(turn);
  const retryAfterSeconds = retryAfterOf(turn);
  return copilotError(code, FAILURE_TEXTS[code], retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
