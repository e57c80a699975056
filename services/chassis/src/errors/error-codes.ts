/** The kind of an error, which determines its status; a closed list, so that every mapping must cover each kind. */
export type ErrorKind =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'wrong_state'
  | 'stale'
  | 'gone'
  | 'key_reused'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'too_large'
  | 'unsupported_media'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable'
  | 'upstream_failed'
  | 'timeout';

/** A public code: its kind determines the statuses, and its meaning appears in the documentation. */
export interface ErrorCode {
  readonly kind: ErrorKind;
  readonly meaning: string;
}

/** A closed list of codes. Each code is in one list only. */
export type ErrorCodes<Code extends string = string> = Readonly<Record<Code, ErrorCode>>;

/** Codes that several services, or the chassis itself, throw. */
export const SHARED_CODES = {
  VALIDATION_ERROR: { kind: 'invalid_input', meaning: 'An input is missing or invalid; `details` names it.' },
  MALFORMED_JSON: { kind: 'invalid_input', meaning: 'The body is not JSON.' },
  INVALID_BASE64: { kind: 'invalid_input', meaning: 'The image in a JSON body is not base64.' },
  UNAUTHENTICATED: { kind: 'unauthenticated', meaning: 'The request has no valid session or token.' },
  GRANT_ENDED: {
    kind: 'unauthenticated',
    meaning: 'The session or connection that started a long-running task has ended.',
  },
  PASSWORD_REQUIRED: {
    kind: 'unauthenticated',
    meaning: 'A password is required: that of the link, or your own again.',
  },
  FORBIDDEN: { kind: 'forbidden', meaning: 'You may see this but not do it.' },
  ADMIN_REQUIRED: { kind: 'forbidden', meaning: 'Only administrators may do this.' },
  APPROVAL_REQUIRED: { kind: 'forbidden', meaning: "An agent may do this only with the user's approval." },
  NOT_FOUND: { kind: 'not_found', meaning: 'There is no such path or record, or it is not shared with you.' },
  METHOD_NOT_ALLOWED: { kind: 'method_not_allowed', meaning: 'The path takes other methods, which `Allow` names.' },
  UPLOAD_TIMEOUT: { kind: 'request_timeout', meaning: 'The body arrived too slowly.' },
  CONFLICT: { kind: 'conflict', meaning: 'The request conflicts with an existing record or a limit.' },
  INVALID_TRANSITION: { kind: 'wrong_state', meaning: 'The state of the record does not allow this.' },
  IDEMPOTENCY_IN_PROGRESS: { kind: 'conflict', meaning: 'The first request with this key is still running.' },
  VERSION_CONFLICT: { kind: 'stale', meaning: 'The record has changed; `version`, if given, is the stored one.' },
  PAYLOAD_TOO_LARGE: { kind: 'too_large', meaning: 'The body, or the image in it, is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { kind: 'unsupported_media', meaning: 'The server does not accept this content type here.' },
  UNSUPPORTED_IMAGE: { kind: 'unsupported_media', meaning: 'Images of this type are not accepted.' },
  IMAGE_CORRUPT: { kind: 'unprocessable', meaning: 'The image cannot be decoded.' },
  IMAGE_TOO_LARGE: {
    kind: 'unprocessable',
    meaning: 'The image has too many pixels or frames, or needs more than 256 MB to decode.',
  },
  IDEMPOTENCY_KEY_REUSED: { kind: 'key_reused', meaning: 'The key was used before with another request.' },
  RATE_LIMITED: {
    kind: 'rate_limited',
    meaning: 'Too many requests. Wait for `Retry-After`; `RateLimit` names the limit.',
  },
  UNAVAILABLE: { kind: 'unavailable', meaning: 'A part of the service is unavailable or busy. Try again shortly.' },
  UPLOAD_CAPACITY: { kind: 'unavailable', meaning: 'Too many uploads are running. Try again after `Retry-After`.' },
  TIMEOUT: { kind: 'timeout', meaning: 'The request took too long, so its outcome is unknown.' },
} as const satisfies ErrorCodes;
