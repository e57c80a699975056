import { AppError } from '@svc/chassis/errors/app-error';

/** An error with one of this service's codes. */
export const identityError = AppError.define({
  INVALID_CREDENTIALS: { kind: 'unauthenticated', meaning: 'The email address, password or link is wrong.' },
  SIGNUP_DISABLED: { kind: 'forbidden', meaning: 'Sign-up is closed here.' },
  APPROVAL_INVALID: {
    kind: 'forbidden',
    meaning: 'The approval is undecided, denied, expired or used, or for another agent, operation or input.',
  },
  EMAIL_TAKEN: { kind: 'conflict', meaning: 'An account with this email address already exists.' },
});
