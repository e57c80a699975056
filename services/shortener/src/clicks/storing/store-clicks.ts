import { sqlStateOf } from '@svc/chassis/postgres/database-errors';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { ClickBatch } from '../click-batch.js';
import { measureClickDelay } from '../click-metrics.js';
import { EventCounter } from './count-events.js';
import { listStoredIds, insertClicks, planForValues } from './click-repo.js';
import { ReferrerLimit } from './referrer-limit.js';

const UNIQUE_VIOLATION = '23505';
/** Retries when others store some of the same events meanwhile. */
const ATTEMPTS_MAX = 5;

/** Stores and counts events, each once however often it is sent. Throws `unavailable`: then they may or may not be stored. */
export type RecordClicks = (batches: readonly ClickBatch[]) => Promise<void>;

/** For one process: it remembers which referrers it has counted. */
export function createClickStore(pool: Pool): RecordClicks {
  const referrers = new ReferrerLimit();

  const store = async (batches: readonly ClickBatch[], storedIds: ReadonlySet<string>): Promise<void> => {
    const counter = new EventCounter(batches, storedIds);
    if (counter.isEmpty) return;
    const counted = counter.count(await referrers.prepare(pool, counter.referrals()));
    await inTransaction(pool, async (tx) => {
      await planForValues(tx);
      await insertClicks(tx, counted);
    });
  };

  return async (received) => {
    const batches = [...new Map(received.map((batch) => [batch.id, batch])).values()];
    let storedIds: ReadonlySet<string> = new Set();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await store(batches, storedIds);
        for (const { times } of batches) measureClickDelay(times[0] ?? Date.now());
        return;
      } catch (error) {
        // Some were stored before, which is rare: only then look up which.
        if (sqlStateOf(error) !== UNIQUE_VIOLATION || attempt === ATTEMPTS_MAX) throw error;
      }
      storedIds = await inTransaction(pool, async (tx) => {
        await planForValues(tx);
        return listStoredIds(tx, batches);
      });
    }
  };
}
