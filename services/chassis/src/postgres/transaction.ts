import { DatabaseError } from 'pg';
import { AppError, appError } from '../errors/app-error.js';
import { type Connection, type Db, dbOf } from './connection.js';
import { databaseUnavailable, sqlStateOf } from './database-errors.js';
import type { Pool } from './pool.js';
import { repeatAfterDeadlock } from './repeat-after-deadlock.js';

declare const transactionBrand: unique symbol;

/** A running transaction. Functions that are correct only inside one require this type. */
export interface Tx extends Db {
  readonly [transactionBrand]: true;
  /**
   * Adds a callback that runs after the commit, with the connection released, and before `inTransaction` returns. Its failure is only logged. It does
   * not run after a rollback, or after a commit whose outcome is unknown.
   */
  afterCommit(callback: AfterCommit): void;
}

type AfterCommit = () => void | Promise<void>;

/** SQLSTATE when a row refers to one that was deleted while it was being written. */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Runs `work` in one transaction, committed when it returns and rolled back when it throws. `work` is retried at most twice after a deadlock or a
 * serialization failure, so it must have no effect except through `tx`. Throws `unavailable` when the connection is lost, even during the commit:
 * then the change may or may not have happened. Throws `not_found` when another transaction has just deleted what the work refers to.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await repeatAfterDeadlock(() => runOnce(pool, work));
  } catch (error) {
    if (!isReferenceGone(error)) throw error;
    throw appError('NOT_FOUND', 'A record that this refers to was just deleted. Read your records again, then retry.', {
      cause: error,
    });
  }
}

/** How long a transaction that changes nothing may wait for another one, in milliseconds. */
const LOCK_TIMEOUT_MS = 1_000;

/** Ends a transaction that is not to be committed. */
class RolledBack extends Error {}

/** Runs `work` like `inTransaction`, and rolls it back. Rejects as `inTransaction` would, and with `unavailable` instead of waiting long for a lock. */
export async function rolledBack(pool: Pool, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await inTransaction(pool, async (tx) => {
      await tx.query(`select set_config('lock_timeout', $1, true)`, [String(LOCK_TIMEOUT_MS)]);
      await work(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

/** Runs a part of a transaction that can fail separately: its changes are undone, and the transaction continues. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint part');
  let answer: T;
  try {
    answer = await work();
  } catch (error) {
    // On a lost connection there is nothing to undo, and the original error matters.
    await tx.query('rollback to savepoint part').catch(() => undefined);
    throw error;
  }
  await tx.query('release savepoint part');
  return answer;
}

/** Whether a referenced row is gone. Postgres uses the same SQLSTATE when a row cannot be deleted because it is still referenced. */
function isReferenceGone(error: unknown): boolean {
  if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) return false;
  return !(error instanceof DatabaseError && error.detail?.includes('is still referenced'));
}

async function runOnce<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const callbacks: AfterCommit[] = [];
  const connection = await pool.connect();
  let answer: T;
  try {
    await connection.control('begin');
    answer = await work(openTransaction(connection, callbacks));
    await commit(connection);
  } catch (error) {
    await rollBack(connection, pool);
    throw error;
  } finally {
    connection.release();
  }
  await Promise.all(callbacks.map((callback) => runAfterCommit(callback, pool)));
  return answer;
}

function openTransaction(connection: Connection, callbacks: AfterCommit[]): Tx {
  const tx: Omit<Tx, typeof transactionBrand> = {
    ...dbOf((text, values) => connection.query(text, values)),
    afterCommit: (callback) => void callbacks.push(callback),
  };
  return tx as Tx;
}

async function commit(connection: Connection): Promise<void> {
  const done = await connection.control('commit').catch((error: unknown) => {
    // The server may have committed without being able to confirm it: this is a call to retry, not a timeout to investigate.
    throw error instanceof AppError ? databaseUnavailable(error) : error;
  });
  // The server responds to a commit with ROLLBACK when a statement failed and `work` swallowed the error.
  if (done !== 'COMMIT')
    throw new Error('The transaction was rolled back: one of its statements failed and was ignored.');
}

async function rollBack(connection: Connection, pool: Pool): Promise<void> {
  if (connection.isBroken()) return;
  try {
    await connection.control('rollback');
  } catch (error) {
    pool.log.debug({ err: error }, 'a rollback failed; the connection is closed instead');
  }
}

async function runAfterCommit(callback: AfterCommit, pool: Pool): Promise<void> {
  try {
    await callback();
  } catch (error) {
    pool.log.error({ err: error }, 'a callback after a commit failed');
  }
}
