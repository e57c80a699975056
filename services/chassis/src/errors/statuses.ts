import { status } from '@grpc/grpc-js';
import type { ErrorKind } from './app-error.js';

/** gRPC status of each kind; follows google.rpc.Code. */
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
  rate_limited: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
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
  rate_limited: 429,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<ErrorKind, number>;
