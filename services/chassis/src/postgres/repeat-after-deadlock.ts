import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sqlStateOf } from './database-errors.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

const RUNS_MAX = 3;
/** Range of the random pause in milliseconds before a retry, in which the transaction that survived the deadlock takes the released row. */
const PAUSE_MS = { min: 5, max: 40 };

/**
 * Retries `work`, at most twice, after a deadlock or a serialization failure. The server must have undone all of it: `work` is a whole transaction,
 * or a statement outside of one.
 */
export async function repeatAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      const sqlState = sqlStateOf(error);
      if (run === RUNS_MAX || (sqlState !== SERIALIZATION_FAILURE && sqlState !== DEADLOCK)) throw error;
      await pause(randomInt(PAUSE_MS.min, PAUSE_MS.max));
    }
  }
}
