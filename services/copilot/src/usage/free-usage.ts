import type { Db } from '@svc/chassis/postgres/pool';
import { type FreeDay, freeDayAt } from './free-days.js';
import type { FreeLimit } from './free-limit.js';
import { findFreeTurns } from './usage-repo.js';

export interface FreeUsageParts {
  readonly pool: Db;
  readonly freeLimit: FreeLimit;
  /** IANA zone of the days. */
  readonly timeZone: string;
  /** The clock of the days. */
  readonly now: () => Date;
}

/** The free turns of a user's day. */
export interface FreeUsage extends FreeDay {
  /** 0 is unlimited. */
  readonly limit: number;
  readonly used: number;
  /** Null when unlimited. */
  readonly remaining: number | null;
}

/** Today's free turns. Throws `unavailable` while the limit is unknown. */
export async function readFreeUsage(
  { pool, freeLimit, timeZone, now }: FreeUsageParts,
  userId: string,
): Promise<FreeUsage> {
  const freeDay = freeDayAt(now(), timeZone);
  const [limit, used] = await Promise.all([freeLimit(), findFreeTurns(pool, userId, freeDay.day)]);
  return { ...freeDay, limit, used, remaining: limit === 0 ? null : Math.max(0, limit - used) };
}
