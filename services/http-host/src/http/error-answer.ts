import type { ServerResponse } from 'node:http';
import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import type { Log } from '@svc/chassis/logging/log';
import { rateLimitHeaders } from './rate-limit-headers.js';

/** An HTTP host's response to an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope's `error`. */
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
    readonly requestId: string;
    /** Additional public members of this error. */
    readonly [name: string]: unknown;
  };
}

/** Builds the response for any thrown value. A value that is not an AppError is our bug: it is logged, and the response is a 500 without details. */
export function describeFailure(error: unknown, requestId: string, log: Log): ErrorAnswer {
  if (error instanceof AppError) {
    if (error.cause !== undefined) log.warn({ err: error, requestId }, 'a request was refused');
    const { code, message, details, data } = error;
    const status = HTTP_STATUS[error.kind];
    return { status, headers: headersOf(error), error: { ...data, code, message, details, requestId } };
  }
  // A path with broken percent-encoding, which no router can decode.
  if (error instanceof URIError) {
    return {
      status: 404,
      headers: {},
      error: { code: 'NOT_FOUND', message: 'There is no such path.', details: [], requestId },
    };
  }
  log.error({ err: error, requestId }, 'a request failed with an internal error');
  const message = 'Something went wrong on our side. If it happens again, report the request id.';
  return { status: 500, headers: {}, error: { code: 'INTERNAL', message, details: [], requestId } };
}

function headersOf(error: AppError): Record<string, string> {
  return { ...retryHeaders(error), ...(error.kind === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}) };
}

/** Returns headers that say when to retry, for responses of any format. */
export function retryHeaders({ retryAfterSeconds, limit }: AppError): Record<string, string> {
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(limit ? rateLimitHeaders(limit) : {}),
  };
}

export function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Codes with a different name on hosts and routes that use lower case. */
const RENAMED: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'unauthorized',
  MALFORMED_JSON: 'validation_error',
  INVALID_BASE64: 'validation_error',
};

/** Converts a code to the spelling of the short-link host and its routes on the main host. */
export function lowerCaseCode(code: string): string {
  return RENAMED[code] ?? code.toLowerCase();
}
