import { AppError } from '@svc/chassis/errors/app-error';

/** An error with a code of this service's own. */
export const dealError = AppError.define({
  SHARE_INACTIVE: { kind: 'gone', meaning: 'The link is disabled.' },
  SHARE_EXPIRED: { kind: 'gone', meaning: 'The link has expired.' },
  SHARE_EXHAUSTED: { kind: 'gone', meaning: 'The link has been opened as often as it may be.' },
  PROMO_CODE_IN_USE: { kind: 'conflict', meaning: 'Another deal of the owner has this promo code.' },
  TEMPLATE_QUOTA_EXCEEDED: { kind: 'wrong_state', meaning: 'There is no room left for your templates.' },
  IMPORT_IN_PROGRESS: { kind: 'conflict', meaning: 'Another import of yours is at work. Wait for `Retry-After`.' },
});
