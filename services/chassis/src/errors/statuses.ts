import { status } from '@grpc/grpc-js';
import type { ErrorKind } from './error-codes.js';

/** gRPC status of each kind, after google.rpc.Code. Kinds that occur only for HTTP bodies map to the nearest one. */
export const GRPC_STATUS = {
  invalid_input: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  wrong_state: status.FAILED_PRECONDITION,
  stale: status.ABORTED,
  gone: status.FAILED_PRECONDITION,
  key_reused: status.ALREADY_EXISTS,
  method_not_allowed: status.UNIMPLEMENTED,
  request_timeout: status.ABORTED,
  too_large: status.INVALID_ARGUMENT,
  unsupported_media: status.INVALID_ARGUMENT,
  unprocessable: status.INVALID_ARGUMENT,
  rate_limited: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
  // Callers never retry it.
  upstream_failed: status.ABORTED,
  timeout: status.DEADLINE_EXCEEDED,
} as const satisfies Record<ErrorKind, status>;

/** HTTP status of each kind. `wrong_state` is 409, so that 400 always means "your request". */
export const HTTP_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  wrong_state: 409,
  stale: 412,
  gone: 410,
  key_reused: 422,
  method_not_allowed: 405,
  request_timeout: 408,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
  upstream_failed: 502,
  timeout: 504,
} as const satisfies Record<ErrorKind, number>;
