import { AppError } from '@svc/chassis/errors/app-error';

/** Creates an error with one of the gateway's codes. */
export const gatewayError = AppError.define({
  CSRF_REJECTED: { kind: 'forbidden', meaning: 'A write with a cookie did not come from a page of this origin.' },
  MAINTENANCE: { kind: 'unavailable', meaning: 'The service is under maintenance. Try again after `Retry-After`.' },
});
