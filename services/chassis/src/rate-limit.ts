import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { AppError } from './errors/app-error.js';
import type { Log } from './log.js';
import { openRedis } from './redis.js';

export interface RateLimitOptions {
  /** Names the limit; keys of one limit never meet those of another. */
  readonly name: string;
  /** Tries within the window. */
  readonly tries: number;
  readonly windowSeconds: number;
  /** Completes "Too many tries to …". */
  readonly what: string;
  /** Redis that all replicas count in; without it each process counts for itself. */
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** What is left of a limit. */
export interface Budget {
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** Bounds how often something is tried. */
export interface RateLimit {
  /** Counts a try. Throws RATE_LIMITED when there were too many for these keys. */
  countTry(...keys: string[]): Promise<void>;
  /** The same, and answers what is left. */
  spend(...keys: string[]): Promise<Budget>;
  /** Forgets the tries, after a success. */
  forget(...keys: string[]): Promise<void>;
  close(): void;
}

/** Counts in Redis when there is one, and in memory without it or while it is away. */
export function createRateLimit({ name, tries, windowSeconds, what, redisUrl, log }: RateLimitOptions): RateLimit {
  const limits = { points: tries, duration: windowSeconds, keyPrefix: name };
  const inMemory = new RateLimiterMemory(limits);
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log);
  const limiter: RateLimiterAbstract = redis
    ? new RateLimiterRedis({ ...limits, storeClient: redis, insuranceLimiter: inMemory })
    : inMemory;
  const spend = async (keys: readonly string[]): Promise<Budget> => {
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(hashOf(keys));
      return { remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) };
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      const retryAfterSeconds = Math.ceil(thrown.msBeforeNext / 1_000);
      const message = `Too many tries to ${what}. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
      throw new AppError('rate_limited', 'RATE_LIMITED', message, { retryAfterSeconds });
    }
  };
  return {
    async countTry(...keys) {
      await spend(keys);
    },
    spend: (...keys) => spend(keys),
    async forget(...keys) {
      await limiter.delete(hashOf(keys));
    },
    close: () => redis?.disconnect(),
  };
}

/** Neither e-mail nor address is kept as it is. */
function hashOf(keys: readonly string[]): string {
  return createHash('sha256').update(keys.join('\n')).digest('base64url');
}
