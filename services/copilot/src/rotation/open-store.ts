import { createAwayPeriod } from '@svc/chassis/dependencies/away-period';
import { isTimeout, openRedis } from '@svc/chassis/dependencies/redis';
import type { Log } from '@svc/chassis/logging/log';
import { createMemoryStore } from './memory-store.js';
import { createRedisStore } from './redis-store.js';
import type { RotationStore } from './rotation-store.js';

/** Timeout of Redis in milliseconds, after which the process uses its own memory. */
const ANSWER_MS = 500;

interface OpenStoreParts {
  readonly redisUrl: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Keeps the state of models in Redis, if configured, and in memory, which is used while Redis is down and for some seconds after a timeout. So a
 * process that loses Redis still avoids models that it saw fail.
 */
export function openRotationStore({ redisUrl, now, log }: OpenStoreParts): RotationStore {
  const memory = createMemoryStore(now);
  if (redisUrl === undefined) return memory;
  const redis = openRedis(redisUrl, log, { commandTimeout: ANSWER_MS });
  const shared = createRedisStore(redis);
  const period = createAwayPeriod();
  const inBoth = async <Result>(work: (store: RotationStore) => Promise<Result>): Promise<Result> => {
    const own = await work(memory);
    if (period.isAway()) return own;
    try {
      return await work(shared);
    } catch (thrown) {
      // Other failures are immediate, so they need no pause.
      if (isTimeout(thrown)) period.begin();
      return own;
    }
  };
  return {
    get kind() {
      return redis.status === 'ready' && !period.isAway() ? shared.kind : memory.kind;
    },
    read: (...asked) => inBoth((store) => store.read(...asked)),
    cool: (...cooled) => inBoth((store) => store.cool(...cooled)),
    countUserCooldowns: (...counted) => inBoth((store) => store.countUserCooldowns(...counted)),
    forgive: (...forgiven) => inBoth((store) => store.forgive(...forgiven)),
    probe: (...probed) => inBoth((store) => store.probe(...probed)),
    endProbe: (...ended) => inBoth((store) => store.endProbe(...ended)),
    take: (...taken) => inBoth((store) => store.take(...taken)),
    nextTurn: () => inBoth((store) => store.nextTurn()),
    close: () => shared.close(),
  };
}
