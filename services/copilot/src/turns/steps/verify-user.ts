import type { AsGranted, Grant } from '@svc/chassis/assertions/renewal';
import { orAborted } from '@svc/chassis/concurrency/or-aborted';
import { AppError } from '@svc/chassis/errors/app-error';
import { TurnFailure } from '../turn-failure.js';

/**
 * Verifies that the user of a turn may still do what the turn does. Throws GRANT_ENDED once they may not, and TurnFailure while that is unknown; the
 * signal's reason once it is aborted.
 */
export async function verifyUser(asGranted: AsGranted, grant: Grant, signal: AbortSignal): Promise<void> {
  try {
    await orAborted(
      asGranted(grant, () => Promise.resolve(), { signal }),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    const isAway = error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout');
    throw isAway ? new TurnFailure('SIGN_IN_UNCHECKED', error) : error;
  }
}
