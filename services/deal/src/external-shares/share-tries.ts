import { createGuessLimit, type GuessLimit } from '@svc/chassis/guess-limit';
import type { Log } from '@svc/chassis/log';

/** Ten tries in ten minutes for the password of a share from one network, and slowly over all. */
export function createShareTries(redisUrl: string | undefined, log: Log): GuessLimit {
  return createGuessLimit({
    name: 'deal:share-password',
    tries: 10,
    windowSeconds: 10 * 60,
    what: 'open this link',
    redisUrl,
    log,
  });
}
