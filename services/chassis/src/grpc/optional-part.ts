import { withDeadline } from '../call-context.js';
import { AppError } from '../errors/app-error.js';

/** Milliseconds for a call for a part of an answer that the rest is of use without. */
const OPTIONAL_MS = 1_000;

/** Makes a call that gets a second. */
export type QuickCall = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * What `read` answers; null when its service is away or slow, which must not keep the rest of an answer from coming. Each call that it
 * makes by `quickly` gets a second.
 */
export async function optionalPart<T>(read: (quickly: QuickCall) => Promise<T>): Promise<T | null> {
  try {
    return await read((call) => withDeadline(OPTIONAL_MS, call));
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout')) return null;
    throw error;
  }
}
