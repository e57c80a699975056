import { AppError } from './app-error.js';

/** A failure that OAuth has a code for (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8628 section 3.5, RFC 8707 section 2). */
export const oauthError = AppError.define({
  access_denied: { kind: 'invalid_input', meaning: 'The user has denied the request.' },
  authorization_pending: { kind: 'invalid_input', meaning: 'The user has not decided yet. Ask again later.' },
  expired_token: { kind: 'invalid_input', meaning: 'The device code has expired. Start again.' },
  invalid_client: { kind: 'invalid_input', meaning: 'No client is registered under this `client_id`.' },
  invalid_client_metadata: { kind: 'invalid_input', meaning: 'The client metadata is invalid.' },
  invalid_grant: { kind: 'invalid_input', meaning: 'The device code is unknown, used, or that of another client.' },
  invalid_request: { kind: 'invalid_input', meaning: 'A parameter is missing, repeated or malformed.' },
  invalid_scope: { kind: 'invalid_input', meaning: 'One of the scopes cannot be requested here.' },
  invalid_target: { kind: 'invalid_input', meaning: 'Tokens issued here are for another `resource`.' },
  slow_down: { kind: 'invalid_input', meaning: 'Ask less often: wait five seconds longer each time.' },
  unsupported_grant_type: { kind: 'invalid_input', meaning: 'Tokens are issued only for device codes.' },
});

export type OAuthErrorCode = keyof typeof oauthError.codes;
