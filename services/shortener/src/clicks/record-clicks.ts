import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { ClickBatch } from './click-batch.js';
import { insertClicks } from './record-clicks-repo.js';

/** Stores and counts events, each once however often it is given. Throws `unavailable`: then they may or may not be stored. */
export async function recordClicks(pool: Pool, batches: readonly ClickBatch[]): Promise<void> {
  await inTransaction(pool, (tx) => insertClicks(tx, batches));
}
