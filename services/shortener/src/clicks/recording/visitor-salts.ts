import { randomBytes } from 'node:crypto';
import { repeat } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { dayNumberOf, dayOf } from '../utc-day.js';
import { findOrInsertSalt } from './visitor-salt-repo.js';

const SALT_BYTES = 32;
const LOOK_INTERVAL_MS = 1_000;
const FIRST_ATTEMPT_MS = 1_000;

/** Random salts, one per UTC day, that all processes share through Postgres. */
export interface VisitorSalts {
  /** Salt of the day of a time (milliseconds since the epoch), in hex; undefined when not loaded. */
  readonly of: (time: number) => string | undefined;
  /** Resolves when the first attempt to read the salts has ended, successful or not, and after a second at the latest. */
  readonly tried: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps the salts of yesterday, today and tomorrow in memory. Tomorrow's is created a day early, so that no visitor is missed when Postgres is down
 * at midnight.
 */
export function openVisitorSalts(pool: Pool, now: () => number = Date.now): VisitorSalts {
  const salts = new Map<number, string>();
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, FIRST_ATTEMPT_MS).unref();

  const load = async (): Promise<void> => {
    const today = dayNumberOf(now());
    for (const day of [today, today + 1]) {
      if (salts.has(day)) continue;
      const salt = await findOrInsertSalt(pool, dayOf(day), randomBytes(SALT_BYTES));
      salts.set(day, salt.toString('hex'));
    }
    for (const day of salts.keys()) if (day < today - 1) salts.delete(day);
  };

  const loading = repeat('visitor salts', () => load().finally(resolve), LOOK_INTERVAL_MS, pool.log);
  return { of: (time) => salts.get(dayNumberOf(time)), tried, stop: () => loading.stop() };
}
