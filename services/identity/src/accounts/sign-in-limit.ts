import { createHash } from 'node:crypto';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/log';
import { openRedis } from '@svc/chassis/redis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

const TRIES = 10;
const WINDOW_SECONDS = 15 * 60;

/** Bounds how often passwords are tried: 10 times in 15 minutes for an account from one address. */
export interface SignInLimit {
  /** Counts a try. Throws `rate_limited` when there were too many. */
  countTry(email: string, address: string): Promise<void>;
  /** Forgets the tries after a success. */
  forget(email: string, address: string): Promise<void>;
  close(): void;
}

/** Counts in Redis when there is one, so that all replicas count together; in memory without it or while it is away. */
export function createSignInLimit(redisUrl: string | undefined, log: Log): SignInLimit {
  const limits = { points: TRIES, duration: WINDOW_SECONDS, keyPrefix: 'identity:sign-in' };
  const inMemory = new RateLimiterMemory(limits);
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log);
  const limiter: RateLimiterAbstract = redis
    ? new RateLimiterRedis({ ...limits, storeClient: redis, insuranceLimiter: inMemory })
    : inMemory;
  return {
    async countTry(email, address) {
      try {
        await limiter.consume(keyOf(email, address));
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw thrown;
        const retryAfterSeconds = Math.ceil(thrown.msBeforeNext / 1_000);
        const message = `Too many tries to sign in. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
        throw new AppError('rate_limited', 'RATE_LIMITED', message, { retryAfterSeconds });
      }
    },
    async forget(email, address) {
      await limiter.delete(keyOf(email, address));
    },
    close: () => redis?.disconnect(),
  };
}

/** Neither e-mail nor address is kept as it is. */
function keyOf(email: string, address: string): string {
  return createHash('sha256').update(`${email.toLowerCase()}\n${address}`).digest('base64url');
}
