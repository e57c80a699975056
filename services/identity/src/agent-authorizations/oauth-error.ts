import { AppError } from '@svc/chassis/errors/app-error';

/** Error codes of RFC 6749 section 5.2, RFC 7591 section 3.2.2 and RFC 8628 section 3.5, as far as identity gives them. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'authorization_pending'
  | 'expired_token'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'slow_down';

/** A failure that OAuth has a code for; hosts answer it as `{"error", "error_description"}` with the status 400. */
export function oauthError(code: OAuthErrorCode, message: string): AppError {
  return new AppError('invalid_input', code, message);
}
