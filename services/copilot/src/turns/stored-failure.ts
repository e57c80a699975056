import type { AppError } from '@svc/chassis/errors/app-error';
import { copilotError } from '../error-codes.js';
import { FAILURE_TEXTS, isTurnFailureCode, type TurnFailureCode } from '../models/failure-codes.js';

/** The code with which a turn failed. */
export function failureCodeOf({ errorCode }: { readonly errorCode?: string | null | undefined }): TurnFailureCode {
  // A newer release may have written a code that this one does not know.
  return isTurnFailureCode(errorCode) ? errorCode : 'SERVER_RESTARTED';
}

/** Seconds until it makes sense to try a turn again; undefined when unknown or long past. */
export function retryAfterOf({ retryAt }: { readonly retryAt: Date | null }): number | undefined {
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt.getTime() - Date.now()) / 1_000);
  return seconds > 0 ? seconds : undefined;
}

/** The error with which a turn failed; `consentVersion` is the version that is required now. */
export function failureOf(
  turn: Parameters<typeof failureCodeOf>[0] & Parameters<typeof retryAfterOf>[0] & { readonly billing: string },
  consentVersion: string,
): AppError {
  const code = failureCodeOf(turn);
  const retryAfterSeconds = retryAfterOf(turn);
  return copilotError(code, FAILURE_TEXTS[code], {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(code === 'CONSENT_REQUIRED' && { data: { scope: turn.billing, version: consentVersion } }),
  });
}
