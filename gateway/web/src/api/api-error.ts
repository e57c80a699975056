/** What the API says when it refuses; members beside these depend on the code. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  readonly requestId?: string;
  /** When it can be tried again, of a limit that counts by the day. */
  readonly resetAt?: string;
}

/** An answer that is no success, or the lack of one (`status` 0). */
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

  /** Worth another try without any change; the first one may still be at work. */
  get isTemporary(): boolean {
    return [0, 502, 503, 504].includes(this.status) || this.code === 'IDEMPOTENCY_IN_PROGRESS';
  }

  /** Says for certain that nothing was done. */
  get isRefusal(): boolean {
    return [400, 403, 404, 409, 413, 422].includes(this.status) && !this.isTemporary;
  }

  /** What stands at a field of the form; undefined when nothing does. */
  messageAt(path: string): string | undefined {
    const message = this.body.details?.find((detail) => detail.path === path)?.message;
    return message === undefined ? undefined : withoutPath(message);
  }
}

/** Drops the name of the field that messages of the API begin with: beside the field it says nothing new. */
export function withoutPath(message: string): string {
  const said = message.replace(/^`[^`]+` /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** What is asked for does not exist (any more), or is not for this user (any more). */
export function isGone(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}

export function connectionLost(cause: unknown): ApiError {
  const body = { code: 'CONNECTION_LOST', message: "You're offline." };
  return Object.assign(new ApiError(0, body, undefined), { cause });
}

/** What is known to be wrong with a field before anything is sent. */
export function refusedField(path: string, message: string): ApiError {
  return new ApiError(400, { code: 'VALIDATION_ERROR', message, details: [{ path, message }] }, undefined);
}

/** One sentence for people about anything that was thrown. */
export function describeError(error: unknown): string {
  if (!isApiError(error)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.status === 0) return "You're offline. What you typed is kept.";
  if (error.status >= 500 && !error.isTemporary) {
    return `Something went wrong on our side. Request ${error.body.requestId ?? 'without an id'}.`;
  }
  const [detail] = error.body.details ?? [];
  return detail ? detail.message : error.message;
}
