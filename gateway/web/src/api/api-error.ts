/** The API's error; further members depend on the code. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly requestId?: string;
  /** Time of the next retry, for a daily limit. */
  readonly resetAt?: string;
}

/** Errors that retrying cannot fix: the installation lacks an encryption key. */
const IMPOSSIBLE_HERE = ['ENCRYPTION_UNAVAILABLE'];

/** A failed response, or no response (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | undefined) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): string {
    return this.body.code;
  }

  /** Whether the same request may succeed later; the first attempt may still be running. */
  get isTemporary(): boolean {
    return (
      ([0, 502, 503, 504].includes(this.status) && !this.isImpossibleHere) || this.code === 'IDEMPOTENCY_IN_PROGRESS'
    );
  }

  /** Whether the installation lacks a requirement of the call. */
  get isImpossibleHere(): boolean {
    return IMPOSSIBLE_HERE.includes(this.code);
  }

  /** Whether the call certainly had no effect. */
  get isRefusal(): boolean {
    return [400, 403, 404, 409, 413, 422].includes(this.status) && !this.isTemporary;
  }

  /** The message for a form field; undefined without one. */
  messageAt(path: string): string | undefined {
    const message = this.body.details?.find((detail) => detail.path === path)?.message;
    return message === undefined ? undefined : withoutPath(message);
  }
}

/** Drops the field's name at the start of the API's message, which is redundant beside the field. */
export function withoutPath(message: string): string {
  const text = message.replace(/^`[^`]+` /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Whether the record does not exist, or is hidden from this user. */
export function isGone(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}

export function connectionLost(cause: unknown): ApiError {
  const body = { code: 'CONNECTION_LOST', message: "You're offline." };
  return Object.assign(new ApiError(0, body, undefined), { cause });
}

/** Creates field errors that are known before a request. */
export function refusedField(path: string, message: string): ApiError {
  return new ApiError(400, { code: 'VALIDATION_ERROR', message, details: [{ path, message }] }, undefined);
}

/** One sentence for users about any thrown value. */
export function describeError(error: unknown): string {
  if (!isApiError(error)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.status === 0) return "You're offline. What you typed is kept.";
  if (error.status >= 500 && !error.isTemporary && !error.isImpossibleHere) {
    const { requestId } = error.body;
    const what = 'Something went wrong on our side.';
    return requestId === undefined ? `${what} Try again.` : `${what} If it happens again, report request ${requestId}.`;
  }
  // Details of other errors add facts to a message that says what to do.
  const [detail] = error.body.code === 'VALIDATION_ERROR' ? (error.body.details ?? []) : [];
  return detail ? detail.message : error.message;
}
