import type { Log } from '@svc/chassis/log';
import { createRateLimit } from '@svc/chassis/rate-limit';

/** Bounds how often passwords are tried: 10 times in 15 minutes for an account from one address. */
export interface SignInLimit {
  /** Counts a try. Throws RATE_LIMITED when there were too many. */
  countTry(email: string, address: string): Promise<void>;
  /** Forgets the tries after a success. */
  forget(email: string, address: string): Promise<void>;
  close(): void;
}

export function createSignInLimit(redisUrl: string | undefined, log: Log): SignInLimit {
  const limit = createRateLimit({
    name: 'identity:sign-in',
    tries: 10,
    windowSeconds: 15 * 60,
    what: 'sign in',
    redisUrl,
    log,
  });
  return {
    countTry: (email, address) => limit.countTry(email.toLowerCase(), address),
    forget: (email, address) => limit.forget(email.toLowerCase(), address),
    close: () => limit.close(),
  };
}
