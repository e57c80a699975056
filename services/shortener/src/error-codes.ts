import { AppError } from '@svc/chassis/errors/app-error';

/** An error with one of this service's public codes. */
export const shortenerError = AppError.define({
  invalid_target_url: { kind: 'invalid_input', meaning: 'No short link may lead to this target.' },
  invalid_slug: { kind: 'invalid_input', meaning: 'The slug has an invalid character or length.' },
  auth_required_for_customization: {
    kind: 'unauthenticated',
    meaning: 'Guests can create plain links only. Register an agent or sign in.',
  },
  shortener_scope_not_authorized: { kind: 'forbidden', meaning: 'The token lacks the scope that this needs.' },
  maintenance: { kind: 'unavailable', meaning: 'The service is under maintenance. Try again after `Retry-After`.' },
  reserved_slug: { kind: 'conflict', meaning: 'The slug is reserved for the service.' },
  slug_taken: { kind: 'conflict', meaning: 'There is, or was, a link with this slug.' },
  photo_quota_exceeded: { kind: 'wrong_state', meaning: 'Your photos have reached their quota.' },
});
