import { type BruteForceLimit, createBruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Log } from '@svc/chassis/logging/log';

/**
 * Limits attempts at the password of a share: ten in ten minutes from one network, and 120 from all networks. Visitors who have opened it before from
 * the same network still get in.
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
