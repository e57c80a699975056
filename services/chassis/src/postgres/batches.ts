import { AppError } from '../errors/app-error.js';
import type { Pool } from './pool.js';
import { inTransaction, type Tx } from './transaction.js';

/** Goes between services only: the sender comes again. */
const batchError = AppError.define({ UNDER_WAY: { kind: 'conflict', meaning: 'There is more to do.' } });

/** Works on at most `limit` rows and answers how many they were; fewer than `limit` say that none is left. */
export type BatchStep = (tx: Tx, limit: number) => Promise<number>;

/** Rows of one transaction: few enough that its locks are short. */
const BATCH_ROWS = 5_000;
/** Milliseconds that one call works at most, well within those that its sender waits. */
const CALL_MS = 2_000;

/**
 * Works through any number of rows in short transactions, for work that may be interrupted and resumed, such as deleting everything of an
 * account. Throws `conflict` UNDER_WAY while there is more to do, or at once while another call with the same name works: what is done
 * stays done, and the sender comes again.
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
      if (!(await claimName(tx, name))) throw underWay('Another call is at it.');
      return workOnce(tx, steps, done);
    });
    if (done < steps.length && performance.now() > endsAt) throw underWay('There is more to do.');
  }
}

/** One transaction, from a step on. Returns the step to go on with. */
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

/** Takes the name until the end of the transaction, without waiting. */
async function claimName(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0)) as "isOurs"`,
    [name],
  );
  return rows[0]?.isOurs === true;
}

/** Whether a call, of this process or another one, got on with such work without ending it. */
export function isUnderWay(error: unknown): boolean {
  return error instanceof AppError && error.code in batchError.codes;
}

function underWay(reason: string): AppError {
  return batchError('UNDER_WAY', `The work is under way. ${reason} Ask again to go on.`);
}
