import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { addModelHours, insertFailovers } from './outcome-repo.js';
import type { GatheredOutcomes, Outcomes } from './outcomes.js';

/** Stores outcomes of calls regularly, and once more on stop. Outcomes that cannot be stored are dropped, because they are only displayed. */
export function keepOutcomes(pool: Pool, outcomes: Outcomes, storeMs: number, log: Log): Pick<Repetition, 'stop'> {
  const store = () => storeOutcomes(pool, outcomes.drain());
  const storing = repeat('storing outcomes of models', store, storeMs, log);
  return {
    async stop() {
      await storing.stop();
      await store().catch((error: unknown) => log.warn({ err: error }, 'the last outcomes of models are lost'));
    },
  };
}

async function storeOutcomes(pool: Pool, { hours, failovers }: GatheredOutcomes): Promise<void> {
  if (hours.length === 0 && failovers.length === 0) return;
  await inTransaction(pool, async (tx) => {
    await addModelHours(tx, hours);
    await insertFailovers(tx, failovers);
  });
}
