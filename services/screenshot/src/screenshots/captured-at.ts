import { invalidInput } from '@svc/chassis/errors/app-error';
import { DAY_MS } from '@svc/chassis/time/durations';

/** Earliest capture time, before the first video platforms. */
const EARLIEST = new Date('2005-01-01T00:00:00Z');

/**
 * Checks the stated capture time; null passes. Throws VALIDATION_ERROR for a time more than 24 hours ahead of this clock or before 2005.
 */
export function checkCapturedAt(capturedAt: Date | null): void {
  if (capturedAt === null) return;
  if (capturedAt.getTime() > Date.now() + DAY_MS) {
    throw invalidInput('capturedAt', 'must not be more than 24 hours ahead.');
  }
  if (capturedAt < EARLIEST) throw invalidInput('capturedAt', 'must not be before 2005-01-01.');
}
