import { AppError } from '../errors/app-error.js';
import type { Pool } from './pool.js';
import { inTransaction, type Tx } from './transaction.js';

/** Used only between services: the caller must call again. */
const batchError = AppError.define({ UNDER_WAY: { kind: 'conflict', meaning: 'There is more to do.' } });

/** Processes at most `limit` rows and returns how many there were; fewer than `limit` means that none is left. */
export type BatchStep = (tx: Tx, limit: number) => Promise<number>;

/** Rows per transaction: few enough for short locks. */
const BATCH_ROWS = 5_000;
/** Maximum milliseconds of work per call, well within the caller's timeout. */
const CALL_MS = 2_000;

/**
 * Processes any number of rows in short transactions, for work that may be interrupted and resumed, such as deleting everything of an account. Throws
 * `conflict` UNDER_WAY while there is more to do, or at once while another call with the same name is running: finished work stays committed, and the
 * caller must call again.
 */
export async function workInBatches(
  pool: Pool,
  name: string,
  steps: readonly BatchStep[],
  callMs: number = CALL_MS,
): Promise<void> {
  const endsAt = performance.now() + callMs;
  for (let done = 0; done < steps.length;) {
    done = await inTransaction(pool, async (tx) => {
      if (!(await claimName(tx, name))) throw underWay('Another call is working on it.');
      return workOnce(tx, steps, done);
    });
    if (done < steps.length && performance.now() > endsAt) throw underWay('There is more to do.');
  }
}

/** Runs one transaction, starting at a step. Returns the step to continue with. */
async function workOnce(tx: Tx, steps: readonly BatchStep[], from: number): Promise<number> {
  let left = BATCH_ROWS;
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    const count = await step(tx, left);
    if (count >= left) return index;
    left -= count;
  }
  return steps.length;
}

/** Locks the name until the end of the transaction, without waiting. */
async function claimName(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0)) as "isOurs"`,
    [name],
  );
  return rows[0]?.isOurs === true;
}

/** Whether a call, in this or another process, made progress on such work without finishing it. */
export function isBatchUnfinished(error: unknown): boolean {
  return error instanceof AppError && error.code in batchError.codes;
}

function underWay(reason: string): AppError {
  return batchError('UNDER_WAY', `The work is not finished. ${reason} Repeat the request to continue.`);
}
