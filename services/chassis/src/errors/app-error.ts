import { aboutField } from './about-field.js';
import { SHARED_CODES, type ErrorCodes, type ErrorKind } from './error-codes.js';

/** One thing that is wrong with an input: where (dotted path, '' for the whole) and what. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** How often something may be done. */
export interface LimitPolicy {
  /** Public name, such as `sign-in`. */
  readonly name: string;
  readonly tries: number;
  readonly windowSeconds: number;
}

/** What is left of a limit: the policies that count together, and the one of which least is left. */
export interface LimitState {
  readonly policies: readonly LimitPolicy[];
  readonly scarcest: string;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Public members that an error has beside those of all errors, such as what to do next. */
export type ErrorData = { readonly [name: string]: Json } & {
  readonly [Name in 'code' | 'message' | 'details' | 'requestId']?: never;
};

export interface AppErrorOptions {
  /** Private facts, for logs only. */
  readonly cause?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly data?: ErrorData | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  /** The limit that a `rate_limited` call has reached. */
  readonly limit?: LimitState | undefined;
  /** The cause is overload: an immediate retry adds to it. */
  readonly isOverload?: boolean;
}

/** What other processes and threads learn of an error. */
export interface ErrorFacts extends Omit<AppErrorOptions, 'cause' | 'isOverload'> {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

/**
 * The one error that may reach a caller. `code` is the public string, `message` is shown, `details` name the fields, `data` is for
 * programs; everything private belongs in `cause`. Anything else that is thrown is a bug and leaves as a bare internal error.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly details: readonly ErrorDetail[];
  readonly data: ErrorData | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: LimitState | undefined;
  readonly isOverload: boolean;

  readonly kind: ErrorKind;
  readonly code: string;

  private constructor(kind: ErrorKind, code: string, message: string, options: AppErrorOptions) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.details = options.details ?? [];
    this.data = options.data;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.isOverload = options.isOverload === true;
  }

  /** Makes the function by which errors of these codes are made. */
  static define<Code extends string>(codes: ErrorCodes<Code>) {
    const make = (code: Code, message: string, options: AppErrorOptions = {}): AppError =>
      new AppError(codes[code].kind, code, message, options);
    return Object.assign(make, { codes });
  }

  /** An error that another process or thread has thrown. */
  static restore({ kind, code, message, ...options }: ErrorFacts, cause?: unknown): AppError {
    return new AppError(kind, code, message, { ...options, cause });
  }

  /** What `restore` makes the error of again. */
  get facts(): ErrorFacts {
    const { kind, code, message, details, data, retryAfterSeconds, limit } = this;
    return { kind, code, message, details, data, retryAfterSeconds, limit };
  }
}

/** An error with one of the codes that all services share. */
export const appError = AppError.define(SHARED_CODES);

/** The answer for what does not exist and for what the caller may not know exists: the same to the letter. */
export function notFound(record: string): AppError {
  return appError('NOT_FOUND', `There is no such ${record}, or it is not shared with you.`);
}

/** The same for what is shared with no one, so that no one looks for who might share it. */
export function noSuch(record: string): AppError {
  return appError('NOT_FOUND', `There is no such ${record}.`);
}

/** The caller may see the record but not do this; `message` says who may. */
export function forbidden(message: string): AppError {
  return appError('FORBIDDEN', message);
}

/** One field of the input is wrong in a way that only the service can tell; what is said begins as `aboutField` has it. */
export function invalidInput(path: string, said: string): AppError {
  const message = aboutField(path, said);
  return appError('VALIDATION_ERROR', message, { details: [{ path, message }] });
}

/** There were too many tries for a policy; `message` says of what, and when to come back. */
export function rateLimited(
  message: string,
  policy: LimitPolicy,
  retryAfterSeconds: number,
  policies: readonly LimitPolicy[] = [policy],
): AppError {
  const limit = { policies, scarcest: policy.name, remaining: 0, resetSeconds: retryAfterSeconds };
  return appError('RATE_LIMITED', message, { retryAfterSeconds, limit });
}

/** Another write came first: the version that the caller has seen is not the stored one. */
export function versionConflict(storedVersion: number): AppError {
  return appError(
    'VERSION_CONFLICT',
    `The record has changed since you read it; it is now at version ${storedVersion}. Read it again and repeat the change.`,
    { data: { version: storedVersion } },
  );
}
