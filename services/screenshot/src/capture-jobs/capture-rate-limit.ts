import type { Log } from '@svc/chassis/logging/log';
import { createRateLimit, type RateLimit } from '@svc/chassis/limits/rate-limit';

/** Captures of a user, and of the user's agents together, in an hour. */
export function createCaptureLimit(redisUrl: string | undefined, log: Log): RateLimit {
  const window = { tries: 60, windowSeconds: 60 * 60 };
  return createRateLimit({ name: 'screenshot:capture-hour', ...window, what: 'capture pages', redisUrl, log });
}
