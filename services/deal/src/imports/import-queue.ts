import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { dealError } from '../error-codes.js';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.js';

/** Kinds of imports. Imports of one kind and owner must not run at the same time. */
export type ImportKind = 'bulk import' | 'contact import';

/** Milliseconds that an import waits for another one of its owner. */
const WAIT_MS = 5_000;
/** Maximum waiting imports per owner in one process, because each holds its data in memory. */
const WAITING_MAX = 20;
/** Milliseconds between attempts while an import runs on another replica. */
const PAUSE_MS = 150;

/**
 * Runs imports of one owner one after the other: within the process through a queue, between processes by retrying until
 * `claimImport` succeeds. A waiting import holds no connection. Throws `conflict` IMPORT_IN_PROGRESS after five seconds of waiting, or
 * at once when many wait already.
 */
export function createImportQueue(waitMs: number = WAIT_MS): OneAtATime {
  const inProcess = createOneAtATime({ waitMs, waitingMax: WAITING_MAX, refusal: inProgress });
  return (ownerId, work) => {
    const givesUpAt = performance.now() + waitMs;
    return inProcess(ownerId, () => untilFree(work, givesUpAt));
  };
}

/**
 * Claims imports of the kind and owner until the end of the transaction. Throws IMPORT_IN_PROGRESS immediately if another transaction holds the
 * claim.
 */
export async function claimImport(tx: Tx, kind: ImportKind, ownerId: string): Promise<void> {
  const { rows } = await tx.query<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0)) as "isOurs"`,
    [kind, ownerId],
  );
  if (rows[0]?.isOurs !== true) throw inProgress();
}

async function untilFree<T>(work: () => Promise<T>, givesUpAt: number): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'IMPORT_IN_PROGRESS';
      if (!isBusy || performance.now() > givesUpAt) throw error;
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

function inProgress(): AppError {
  return dealError(
    'IMPORT_IN_PROGRESS',
    'Another of your imports is still running. Nothing was imported; send this import again when the other has ended.',
    { retryAfterSeconds: 5 },
  );
}
