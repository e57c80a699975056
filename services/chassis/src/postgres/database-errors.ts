import { DatabaseError } from 'pg';
import { type AppError, appError } from '../errors/app-error.js';
import { outOfSpace } from '../errors/out-of-space.js';

/** The server, or a pooler before it, ended or refused the connection (PostgreSQL manual, appendix A). */
const CONNECTION_LOST = /^(08...|57P0[1-5]|53300|25P03)$/;
/** The connection leads to a server that has become a standby: a new one leads to the primary. */
const READ_ONLY = '25006';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
const INVALID_PASSWORD = '28P01';
/** Another transaction held a row for longer than the statement was allowed to wait. */
const LOCK_NOT_AVAILABLE = '55P03';
/** A cached plan no longer fits its table after a schema change: a new connection plans again. */
const FEATURE_NOT_SUPPORTED = '0A000';

/** Errors of sockets and name resolution, by Node's codes. */
const NETWORK_CODE = /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|NOTFOUND|AI_)|ERR_SSL)/;
/** The driver's messages, without a code, once its connection is gone. */
const DRIVER_CONNECTION_LOST = /^(Connection terminated|Client (was closed|has encountered a connection error))/;

/** The meaning of a driver error for the caller and for its connection. */
export interface DatabaseFailure {
  /** An AppError when the database is unreachable or was too slow; else the original error. */
  readonly error: unknown;
  /** The connection must not be used again. */
  readonly breaksConnection: boolean;
}

/** Classifies an error of a statement. */
export function judgeFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseError) {
    const code = error.code ?? '';
    if (CONNECTION_LOST.test(code) || code === READ_ONLY)
      return { error: databaseUnavailable(error), breaksConnection: true };
    if (code === DISK_FULL) return { error: outOfSpace(error), breaksConnection: false };
    if (code === QUERY_CANCELED) return { error: databaseTimeout(error), breaksConnection: false };
    if (code === LOCK_NOT_AVAILABLE) return { error: databaseBusy(error), breaksConnection: false };
    return { error, breaksConnection: code === FEATURE_NOT_SUPPORTED };
  }
  if (!(error instanceof Error)) return { error, breaksConnection: false };
  if (DRIVER_CONNECTION_LOST.test(error.message) || NETWORK_CODE.test(codeOf(error))) {
    return { error: databaseUnavailable(error), breaksConnection: true };
  }
  return { error, breaksConnection: false };
}

/**
 * Classifies an error of getting a connection. A refusal that a retry will not fix (no such database) is returned unchanged. A changed password that
 * this process does not know yet, a closed pool, and any network failure mean unavailable.
 */
export function connectFailure(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code !== INVALID_PASSWORD) return judgeFailure(error).error;
  return databaseUnavailable(error);
}

/** All connections are in use, and none was released in time. */
export function poolExhausted(cause: unknown): AppError {
  return appError('UNAVAILABLE', 'Too many requests are running at once. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
    isOverload: true,
  });
}

/** The caller no longer waits for the answer, so nothing is done. */
export function abandonedCall(): AppError {
  return appError('TIMEOUT', 'The caller disconnected before the response.');
}

/** The database is unreachable; the caller may retry in a second. */
export function databaseUnavailable(cause: unknown): AppError {
  return appError('UNAVAILABLE', 'The data store cannot be reached right now. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
  });
}

function databaseBusy(cause: unknown): AppError {
  return appError('UNAVAILABLE', 'Other requests are changing this record. Try again shortly.', {
    cause,
    retryAfterSeconds: 1,
  });
}

/** The name of the unique, foreign-key or check constraint that a statement violated; undefined for every other error. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  return error.code === '23505' || error.code === '23503' || error.code === '23514' ? error.constraint : undefined;
}

/** The server's five-character code (SQLSTATE); undefined for errors from elsewhere. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** The statement timed out, and its outcome is unknown. */
export function databaseTimeout(cause: unknown): AppError {
  return appError(
    'TIMEOUT',
    'The database took too long, so the outcome is unknown. Check before you repeat the request.',
    { cause },
  );
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
