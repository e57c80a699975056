/** What went wrong, as far as statuses go; closed, so that every mapping has to name each kind. */
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
  | 'timeout';

/** One thing that is wrong with an input: where (dotted path, '' for the whole) and what. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** Private facts, for logs only. */
  readonly cause?: unknown;
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
}

/**
 * The one error that may reach a caller. `code` is the public string, `message` is shown, `details` name the fields; everything
 * private belongs in `cause`. Anything else that is thrown is a bug and leaves as a bare internal error.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The answer for what does not exist and for what the caller may not know exists: the same to the letter. */
export function notFound(record: string): AppError {
  return new AppError('not_found', 'NOT_FOUND', `There is no such ${record}, or it is not shared with you.`);
}

/** The caller may see the record but not do this; `message` says who may. */
export function forbidden(message: string): AppError {
  return new AppError('forbidden', 'FORBIDDEN', message);
}

/** One field of the input is wrong in a way that only the service can tell. */
export function invalidInput(path: string, message: string): AppError {
  return new AppError('invalid_input', 'VALIDATION_ERROR', message, { details: [{ path, message }] });
}

/** Another write came first: the version that the caller has seen is not the stored one. */
export function versionConflict(storedVersion: number): AppError {
  return new AppError(
    'stale',
    'VERSION_CONFLICT',
    `The record has changed since you read it; it is now at version ${storedVersion}. Read it again and repeat the change.`,
  );
}
