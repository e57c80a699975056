import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { deleteUnused } from '../conversations/conversation-repo.js';
import { deleteSettled, expireCandidates } from '../learning/learning-repo.js';
import { deleteFailoversBefore, deleteModelHoursBefore } from '../rotation/outcome-repo.js';
import { deleteUsageBefore } from '../usage/usage-repo.js';

const EVERY_MS = 60 * 60 * 1_000;
const USAGE_DAYS = 400;
/** Days that outcomes of models are stored. */
const OUTCOME_DAYS = 30;
/** Days after which an unmentioned candidate expires, and days that it is stored after that. */
const UNMENTIONED_DAYS = 60;
const SETTLED_DAYS = 90;
/** Rows per transaction. */
const BATCH_ROWS = 500;

/** Deletes conversations unused for this many days (0 keeps them all), and other data past its retention. */
export function startRetention(pool: Pool, retentionDays: number): Repetition {
  const work = (signal: AbortSignal) => deleteOld(pool, retentionDays, signal);
  return startSingletonJob('copilot retention', work, EVERY_MS, { pool, schema: 'memory' });
}

export async function deleteOld(pool: Pool, retentionDays: number, signal: AbortSignal): Promise<void> {
  const firstKept = addDays(localDay(new Date(), 'UTC'), -USAGE_DAYS);
  if (retentionDays > 0) await inPieces(pool, signal, (tx) => deleteUnused(tx, retentionDays, BATCH_ROWS));
  const heardDays = retentionDays > 0 ? Math.min(UNMENTIONED_DAYS, retentionDays) : UNMENTIONED_DAYS;
  await inPieces(pool, signal, (tx) => expireCandidates(tx, heardDays, BATCH_ROWS));
  await inPieces(pool, signal, (tx) => deleteSettled(tx, SETTLED_DAYS, BATCH_ROWS));
  await inPieces(pool, signal, (tx) => deleteUsageBefore(tx, firstKept, BATCH_ROWS));
  await inPieces(pool, signal, (tx) => deleteModelHoursBefore(tx, OUTCOME_DAYS, BATCH_ROWS));
  await inPieces(pool, signal, (tx) => deleteFailoversBefore(tx, OUTCOME_DAYS, BATCH_ROWS));
}

async function inPieces(pool: Pool, signal: AbortSignal, remove: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await inTransaction(pool, remove)) === BATCH_ROWS) signal.throwIfAborted();
}
