import { openRedis } from '@svc/chassis/redis';
import type { Log } from '@svc/chassis/log';
import type { ProviderName } from './providers.js';

/** Milliseconds that Redis has to answer in, before this process relies on its own memory. */
const ANSWER_MS = 500;
/** Cooldowns that a process remembers. */
const REMEMBERED_MAX = 10_000;

/** Of two cooldowns of the same user the one that ends later counts. */
const COOL = `if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[1]) end`;

/** Which users' own providers are not to be asked for a while, as these have said so. */
export interface OwnCooldowns {
  /** Seconds until the provider may be asked for the user again; 0 for now. */
  secondsLeft(userId: string, provider: ProviderName): Promise<number>;
  cool(userId: string, provider: ProviderName, seconds: number): Promise<void>;
  close(): void;
}

/** All replicas know them by Redis; without it, or while it is away, each knows its own. */
export function openOwnCooldowns(redisUrl: string | undefined, log: Log): OwnCooldowns {
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log, { commandTimeout: ANSWER_MS });
  const ends = new Map<string, number>();
  const leftHere = (key: string): number => (ends.get(key) ?? 0) - performance.now();
  return {
    async secondsLeft(userId, provider) {
      const key = keyOf(userId, provider);
      const known = await redis?.pttl(key).catch(() => undefined);
      return Math.max(0, Math.ceil((known ?? leftHere(key)) / 1_000));
    },
    async cool(userId, provider, seconds) {
      const key = keyOf(userId, provider);
      const [ms, now] = [seconds * 1_000, Date.now()];
      forgetEnded(ends);
      ends.set(key, Math.max(ends.get(key) ?? 0, performance.now() + ms));
      const told = JSON.stringify({ class: 'rate_model', until: now + ms, strike: 1, status: 429, at: now });
      await redis?.eval(COOL, 1, key, String(ms), told).catch(() => undefined);
    },
    close: () => redis?.disconnect(),
  };
}

function keyOf(userId: string, provider: ProviderName): string {
  return `cop:cd:u:${userId}|${provider}`;
}

function forgetEnded(ends: Map<string, number>): void {
  if (ends.size < REMEMBERED_MAX) return;
  for (const [key, end] of ends) if (end <= performance.now()) ends.delete(key);
}
