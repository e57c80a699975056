import { createRateLimit, type RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';

/** Limits captures per hour for a user and the user's agents together. */
export function createCaptureLimit(redisUrl: string | undefined, log: Log): RateLimit {
  const window = { tries: 60, windowSeconds: 60 * 60 };
  return createRateLimit({ name: 'screenshot:capture-hour', ...window, what: 'capture pages', redisUrl, log });
}
