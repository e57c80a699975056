import { AppError } from '@svc/chassis/errors/app-error';

/** Creates an error with a code that only operations use. */
export const operationError = AppError.define({
  INSUFFICIENT_SCOPE: {
    kind: 'forbidden',
    meaning: 'The agent lacks a scope; any of `scopes` is enough. `granted` lists those that it has.',
  },
  APPROVAL_STALE: { kind: 'conflict', meaning: 'The record has changed since the agent asked for the approval.' },
  CAPTURE_FAILED: { kind: 'unprocessable', meaning: 'The page could not be captured; `failureCode` says why.' },
});
