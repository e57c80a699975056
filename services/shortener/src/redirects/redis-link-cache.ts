import { createBatchLoader } from '@svc/chassis/concurrency/batch-loader';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { LINK_BATCHES, type LinkRecord } from './link-record.js';

/**
 * Seconds that Redis keeps a link. Changes overwrite it at once; this limits how long an entry survives when a process is killed between its commit
 * and its publication, with no other process alive to publish.
 */
const KEEP_SECONDS = 300;

const Record = z.object({
  id: z.string(),
  shortId: z.string(),
  targetUrl: z.string().nullable(),
  isGuests: z.boolean(),
  title: z.string().nullable(),
  isActive: z.boolean(),
  expiresAt: z.number().nullable(),
  isFlagged: z.boolean(),
  version: z.number(),
  photo: z
    .object({
      sha256: z.string(),
      width: z.number(),
      height: z.number(),
      displayKey: z.string(),
      displayContentType: z.string(),
    })
    .nullable(),
}) satisfies z.ZodType<LinkRecord>;

const Entry = z.object({ loadedAt: z.number(), record: Record });

/** A link with the time of its load in milliseconds since the epoch, taken before the query so that it errs on the early side. */
export interface RedisLink {
  readonly record: LinkRecord;
  readonly loadedAt: number;
}

/** Stores `<version> <link>`; without a link it only invalidates older versions. An older version never replaces a newer one. */
const PUT = `
if ARGV[2] == '' then redis.call('PUBLISH', ARGV[4], ARGV[5] .. ' ' .. ARGV[1]) end
local known = redis.call('GET', KEYS[1])
if known and tonumber(string.match(known, '^%d+')) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'EX', ARGV[3])
return 1`;

/** Links in Redis, shared by all processes. Redis may lose all of them; every failure is a miss. */
export interface RedisLinkCache {
  /** The link; undefined when Redis does not know it, or is down. */
  find(key: string): Promise<RedisLink | undefined>;
  put(key: string, link: RedisLink): Promise<void>;
  /**
   * Invalidates every earlier version in Redis, including writes in flight. False when Redis may not have received this. Other processes are notified
   * (`followPublished`).
   */
  forgetBefore(key: string, version: number): Promise<boolean>;
}

const PREFIX = 'shortener:link:';

/** Channel that announces which changes Redis has: `<short id in lower case> <version>`. */
function channelOf(prefix: string): string {
  return `${prefix}told`;
}

/** Calls back for each change that any process publishes to Redis. Needs its own connection. */
export function followPublished(redis: Redis, onTold: (key: string, version: number) => void, prefix = PREFIX): void {
  // Another process repeats a lost publication.
  redis.on('ready', () => void redis.subscribe(channelOf(prefix)).catch(() => undefined));
  redis.on('message', (_channel, message) => {
    const [key = '', version = ''] = message.split(' ');
    onTold(key, Number(version));
  });
}

/** `prefix` separates the keys of different installations, and of tests. */
export function createRedisLinkCache(redis: Redis, prefix = PREFIX): RedisLinkCache {
  const get = createBatchLoader((keys: string[]) => redis.mget(keys), LINK_BATCHES);
  const put = async (key: string, version: number, text: string): Promise<boolean> => {
    try {
      await redis.eval(PUT, 1, prefix + key, version, text, KEEP_SECONDS, channelOf(prefix), key);
      return true;
    } catch {
      return false;
    }
  };
  return {
    async find(key) {
      try {
        const text = await get(prefix + key);
        const start = text?.indexOf('{') ?? -1;
        if (text === null || start < 0) return undefined;
        return Entry.safeParse(JSON.parse(text.slice(start))).data;
      } catch {
        return undefined;
      }
    },
    async put(key, link) {
      // A failed write needs no handling: the entry is a miss, and the next lookup queries Postgres.
      await put(key, link.record.version, JSON.stringify(link));
    },
    forgetBefore: (key, version) => put(key, version, ''),
  };
}
