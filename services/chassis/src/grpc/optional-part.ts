import { withDeadline } from '../calls/call-context.js';
import { AppError } from '../errors/app-error.js';
import type { ErrorKind } from '../errors/error-codes.js';

/** Timeout in milliseconds of a call for an optional part of an answer. */
const OPTIONAL_MS = 1_000;

/** Error kinds of a service that is down or slow, or whose release does not have the method yet. */
const MISSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'timeout', 'method_not_allowed']);

/** Makes a call with a timeout of a second. */
export type QuickCall = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * The result of `read`; null when its service is down, slow or does not have the method yet, so that an optional part does not delay the rest of a
 * response. Each call made by `quickly` has a timeout of a second.
 */
export async function optionalPart<T>(read: (quickly: QuickCall) => Promise<T>): Promise<T | null> {
  try {
    return await read((call) => withDeadline(OPTIONAL_MS, call));
  } catch (error) {
    if (error instanceof AppError && MISSING.has(error.kind)) return null;
    throw error;
  }
}
