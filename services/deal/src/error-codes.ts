import { AppError } from '@svc/chassis/errors/app-error';

/** An error with one of this service's own codes. */
export const dealError = AppError.define({
  SHARE_INACTIVE: { kind: 'gone', meaning: 'The link is disabled.' },
  SHARE_EXPIRED: { kind: 'gone', meaning: 'The link has expired.' },
  SHARE_EXHAUSTED: { kind: 'gone', meaning: 'The link has reached its maximum number of views.' },
  PROMO_CODE_IN_USE: { kind: 'conflict', meaning: 'Another deal of the owner has this promo code.' },
  TEMPLATE_QUOTA_EXCEEDED: { kind: 'wrong_state', meaning: 'Your templates have reached their quota.' },
  IMPORT_IN_PROGRESS: { kind: 'conflict', meaning: 'Another of your imports is running. Wait for `Retry-After`.' },
});
