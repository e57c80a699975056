import { aboutField } from './about-field.js';
import { type ErrorCodes, type ErrorKind, SHARED_CODES } from './error-codes.js';

/** One problem with an input: its dotted path ('' for the whole input) and a message. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** A rate-limit policy. */
export interface LimitPolicy {
  /** Public name, such as `sign-in`. */
  readonly name: string;
  readonly tries: number;
  readonly windowSeconds: number;
}

/** Remaining quota: the policies that are counted together, and the scarcest of them. */
export interface LimitState {
  readonly policies: readonly LimitPolicy[];
  readonly scarcest: string;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Additional public members of an error, such as the next step. */
export type ErrorData = { readonly [name: string]: Json } & {
  readonly [Name in 'code' | 'message' | 'details' | 'requestId']?: never;
};

export interface AppErrorOptions {
  /** Private facts, for logs only. */
  readonly cause?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly data?: ErrorData | undefined;
  /** Seconds until it makes sense to try again. */
  readonly retryAfterSeconds?: number | undefined;
  /** The limit that a `rate_limited` call has reached. */
  readonly limit?: LimitState | undefined;
  /** Whether the cause is overload, which an immediate retry would increase. */
  readonly isOverload?: boolean;
}

/** The part of an error that is sent to other processes and threads. */
export interface ErrorFacts extends Omit<AppErrorOptions, 'cause' | 'isOverload'> {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

/**
 * The only error that may reach a caller. `code` is the public string, `message` is shown, `details` name the fields, `data` is for programs;
 * everything private belongs in `cause`. Any other thrown value is a bug and becomes a bare internal error.
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

  /** Creates the constructor of errors with these codes. */
  static define<Code extends string>(codes: ErrorCodes<Code>) {
    const make = (code: Code, message: string, options: AppErrorOptions = {}): AppError =>
      new AppError(codes[code].kind, code, message, options);
    return Object.assign(make, { codes });
  }

  /** An error thrown by another process or thread. */
  static restore({ kind, code, message, ...options }: ErrorFacts, cause?: unknown): AppError {
    return new AppError(kind, code, message, { ...options, cause });
  }

  /** The fields from which `restore` reconstructs the error. */
  get facts(): ErrorFacts {
    const { kind, code, message, details, data, retryAfterSeconds, limit } = this;
    return { kind, code, message, details, data, retryAfterSeconds, limit };
  }
}

/** An error with one of the codes that all services share. */
export const appError = AppError.define(SHARED_CODES);

/** The error for a record that does not exist or that the caller may not see: the two must be identical. */
export function notFound(record: string): AppError {
  return appError('NOT_FOUND', `There is no such ${record}, or it is not shared with you.`);
}

/** The same for records that are never shared: the message does not suggest asking for access. */
export function noSuch(record: string): AppError {
  return appError('NOT_FOUND', `There is no such ${record}.`);
}

/** The caller may see the record but not do this; `message` says who may. */
export function forbidden(message: string): AppError {
  return appError('FORBIDDEN', message);
}

/** One input field is invalid in a way that only the service can detect; the message follows the rules of `aboutField`. */
export function invalidInput(path: string, said: string): AppError {
  const message = aboutField(path, said);
  return appError('VALIDATION_ERROR', message, { details: [{ path, message }] });
}

/** The value that the text names. Throws `invalid_input`, naming all of them, when it is none. */
export function readOneOf<Value extends string>(
  path: string,
  text: string | null | undefined,
  values: readonly Value[],
): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw invalidInput(path, `must be one of ${values.join(', ')}.`);
  return value;
}

/** Too many tries for a policy; `message` says of what, and when to try again. */
export function rateLimited(
  message: string,
  policy: LimitPolicy,
  retryAfterSeconds: number,
  policies: readonly LimitPolicy[] = [policy],
): AppError {
  const limit = { policies, scarcest: policy.name, remaining: 0, resetSeconds: retryAfterSeconds };
  return appError('RATE_LIMITED', message, { retryAfterSeconds, limit });
}

/** Another write was first: the stored version is not the one that the caller saw. */
export function versionConflict(storedVersion: number): AppError {
  return appError(
    'VERSION_CONFLICT',
    `The record has changed since you read it; it is now at version ${storedVersion}. Read it again and repeat the change.`,
    { data: { version: storedVersion } },
  );
}
