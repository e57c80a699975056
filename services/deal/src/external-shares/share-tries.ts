import { type BruteForceLimit, createBruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Log } from '@svc/chassis/logging/log';

/**
 * Ten tries in ten minutes for the password of a share from one network, and 120 from all networks: visitors who have opened it before
 * from the same network still get in.
 */
export function createShareTries(redisUrl: string | undefined, log: Log): BruteForceLimit {
  return createBruteForceLimit({
    name: 'deal:share-password',
    tries: 10,
    accountTries: 120,
    windowSeconds: 10 * 60,
    what: 'open this link',
    redisUrl,
    log,
  });
}
