import type { AppError } from '@svc/chassis/errors/app-error';
import { copilotError } from '../error-codes.js';
import { FAILURE_TEXTS, isTurnFailureCode, type TurnFailureCode } from '../models/turn-failures.js';

/** The code with which a turn has failed. */
export function failureCodeOf({ errorCode }: { readonly errorCode?: string | null | undefined }): TurnFailureCode {
  // One of another version, which this one does not know, has ended all the same.
  return isTurnFailureCode(errorCode) ? errorCode : 'SERVER_RESTARTED';
}

/** The error with which a turn has failed. */
export function failureOf(turn: Parameters<typeof failureCodeOf>[0]): AppError {
  const code = failureCodeOf(turn);
  return copilotError(code, FAILURE_TEXTS[code]);
}
