import type { Log } from '@svc/chassis/log';
import { createRateLimit, type RateLimit } from '@svc/chassis/rate-limit';

/** Ten tries in ten minutes for the password of a share from one address. */
export function createShareTries(redisUrl: string | undefined, log: Log): RateLimit {
  return createRateLimit({
    name: 'deal:share-password',
    tries: 10,
    windowSeconds: 10 * 60,
    what: 'open this link',
    redisUrl,
    log,
  });
}
