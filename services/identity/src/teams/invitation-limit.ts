import type { Log } from '@svc/chassis/log';
import { createRateLimit, type RateLimit } from '@svc/chassis/rate-limit';

/** Bounds how many invitations one user makes: each may be a mail to somebody who never asked for it. */
export function createInvitationLimit(redisUrl: string | undefined, log: Log): RateLimit {
  return createRateLimit({
    name: 'identity:invitations',
    tries: 60,
    windowSeconds: 60 * 60,
    what: 'invite people',
    redisUrl,
    log,
  });
}
