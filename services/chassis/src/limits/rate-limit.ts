import { createHash } from 'node:crypto';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type AwayPeriod, createAwayPeriod } from '../dependencies/away-period.js';
import { isTimeout, openRedis } from '../dependencies/redis.js';
import { type LimitPolicy, type LimitState, rateLimited } from '../errors/app-error.js';
import type { Log } from '../logging/log.js';
import { createTally } from '../telemetry/tally.js';

export interface RateLimitOptions {
  /** Name of the limit, with the service as its prefix, so that keys of different limits never collide. */
  readonly name: string;
  /** Tries per window. */
  readonly tries: number;
  readonly windowSeconds: number;
  /** The policies that responses report together, when this limit is one of several. */
  readonly among?: readonly LimitPolicy[];
  /** Completes "Too many tries to …". */
  readonly what: string;
  /** Completes "Too many …" in place of `what`, where there is a word for the tries. */
  readonly tooMany?: string;
  /** URL of the Redis in which all replicas count; without it each process counts on its own. */
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** A rate limit. */
export interface RateLimit {
  /** Counts a try. Throws RATE_LIMITED when there were too many for these keys. */
  countTry(...keys: string[]): Promise<void>;
  /** The same; returns the remaining quota. */
  spend(...keys: string[]): Promise<LimitState>;
  /** Tries counted within the window. */
  countOf(...keys: string[]): Promise<number>;
  /** Whether any try was counted within the window. */
  has(...keys: string[]): Promise<boolean>;
  /** Clears the tries, after a success. */
  forget(...keys: string[]): Promise<void>;
  /** Refunds one counted try after a success, where tries of others count under the same keys. */
  giveBack(...keys: string[]): Promise<void>;
  close(): void;
}

/** Tries counted only in this process because Redis was down, by limit. */
const countedAlone = createTally<string>({
  name: 'svc.limits.counted_alone',
  unit: '{try}',
  description: 'Attempts that a process counted in its own memory because Redis was unavailable',
  attribute: 'svc.limit.name',
  values: [],
});

/** Counts in memory while Redis is down. */
class InMemoryInstead extends RateLimiterMemory {
  override consume(...args: Parameters<RateLimiterMemory['consume']>): ReturnType<RateLimiterMemory['consume']> {
    countedAlone.add(this.keyPrefix);
    return super.consume(...args);
  }
}

/** Timeout of Redis in milliseconds, after which memory counts the try. */
const ANSWER_MS = 500;

/** Away periods by Redis URL: after a timeout in one limit, the others do not wait for Redis either. */
const awayPeriods = new Map<string, AwayPeriod>();

function awayPeriodOf(redisUrl: string): AwayPeriod {
  const period = awayPeriods.get(redisUrl) ?? createAwayPeriod();
  awayPeriods.set(redisUrl, period);
  return period;
}

interface Counter {
  count<T>(work: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T>;
  close(): void;
}

function openCounter(limits: IRateLimiterOptions, redisUrl: string | undefined, log: Log): Counter {
  if (redisUrl === undefined) {
    const memory = new RateLimiterMemory(limits);
    return { count: (work) => work(memory), close: () => undefined };
  }
  const redis = openRedis(redisUrl, log, { commandTimeout: ANSWER_MS });
  const shared = new RateLimiterRedis({ ...limits, storeClient: redis });
  const memory = new InMemoryInstead(limits);
  const period = awayPeriodOf(redisUrl);
  return {
    async count(work) {
      if (period.isAway()) return work(memory);
      try {
        return await work(shared);
      } catch (thrown) {
        if (thrown instanceof RateLimiterRes) throw thrown;
        // Other failures cost no time, and stop as soon as Redis is back.
        if (isTimeout(thrown)) period.begin();
        return work(memory);
      }
    },
    close: () => redis.disconnect(),
  };
}

/** Counts in Redis if configured; in memory otherwise, while Redis is down, and for some seconds after a timeout. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { name, tries, windowSeconds, among, redisUrl, log } = options;
  const policy = { name: publicName(name), tries, windowSeconds };
  const policies = among ?? [policy];
  if (redisUrl !== undefined) countedAlone.expect(name);
  const counter = openCounter({ points: tries, duration: windowSeconds, keyPrefix: name }, redisUrl, log);
  const spend = async (keys: readonly string[]): Promise<LimitState> => {
    try {
      const { remainingPoints, msBeforeNext } = await counter.count((limiter) => limiter.consume(hashOf(keys)));
      const left = { remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1_000) };
      return { policies, scarcest: policy.name, ...left };
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      const retryAfterSeconds = Math.ceil(thrown.msBeforeNext / 1_000);
      const message = `${tooManyOf(options)}. Try again in ${minutesOf(retryAfterSeconds)}.`;
      throw rateLimited(message, policy, retryAfterSeconds, policies);
    }
  };
  const countOf = async (keys: readonly string[]): Promise<number> =>
    (await counter.count((limiter) => limiter.get(hashOf(keys))))?.consumedPoints ?? 0;
  return {
    async countTry(...keys) {
      await spend(keys);
    },
    spend: (...keys) => spend(keys),
    countOf: (...keys) => countOf(keys),
    has: async (...keys) => (await countOf(keys)) > 0,
    async forget(...keys) {
      await counter.count((limiter) => limiter.delete(hashOf(keys)));
    },
    async giveBack(...keys) {
      await counter.count((limiter) => limiter.reward(hashOf(keys)));
    },
    close: () => counter.close(),
  };
}

/** What was tried too often. */
export function tooManyOf({ what, tooMany = `tries to ${what}` }: Pick<RateLimitOptions, 'what' | 'tooMany'>): string {
  return `Too many ${tooMany}`;
}

function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** The limit's name in responses: without the service. */
export function publicName(name: string): string {
  return name.slice(name.indexOf(':') + 1).replaceAll(':', '-');
}

/** Hashes the keys, so that neither email nor address is stored in plain text. */
function hashOf(keys: readonly string[]): string {
  return createHash('sha256').update(keys.join('\n')).digest('base64url');
}
