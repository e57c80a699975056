import { withDeadline } from '../calls/call-context.js';
import { AppError } from '../errors/app-error.js';
import type { ErrorKind } from '../errors/error-codes.js';

/** Milliseconds for a call for a part of an answer that the rest is of use without. */
const OPTIONAL_MS = 1_000;

/** Kinds of errors of a service that is away or slow, or of a release that does not know the call yet. */
const MISSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'timeout', 'method_not_allowed']);

/** Makes a call that gets a second. */
export type QuickCall = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * What `read` answers; null when its service is away, slow or does not know the call yet, which must not keep the rest of an answer from coming. Each call that it
 * makes by `quickly` gets a second.
 */
export async function optionalPart<T>(read: (quickly: QuickCall) => Promise<T>): Promise<T | null> {
  try {
    return await read((call) => withDeadline(OPTIONAL_MS, call));
  } catch (error) {
    if (error instanceof AppError && MISSING.has(error.kind)) return null;
    throw error;
  }
}
