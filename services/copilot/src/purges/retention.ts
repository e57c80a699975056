import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { deleteUnused } from '../conversations/conversation-repo.js';
import { jobLeases } from '../job-leases.js';
import { deleteSettled, expireCandidates } from '../learning/learning-repo.js';
import { deleteFailoversBefore, deleteModelHoursBefore } from '../rotation/outcome-repo.js';
import { deleteUsageBefore } from '../settings/usage-repo.js';

const EVERY_MS = 60 * 60 * 1_000;
const USAGE_DAYS = 400;
/** Days that outcomes of models are stored. */
const OUTCOME_DAYS = 30;
/** Days after which an unmentioned candidate expires, and days that it is stored after that. */
const HEARD_DAYS = 60;
const SETTLED_DAYS = 90;
/** Rows per transaction. */
const PIECE_ROWS = 500;

/** Deletes conversations unused for this many days (0 keeps them all), and other data past its retention. */
export function startRetention(pool: Pool, retentionDays: number): Repetition {
  const work = (signal: AbortSignal) => removeOld(pool, retentionDays, signal);
  return startSingletonJob('copilot retention', work, EVERY_MS, jobLeases(pool));
}

export async function removeOld(pool: Pool, retentionDays: number, signal: AbortSignal): Promise<void> {
  const firstKept = addDays(localDay(new Date(), 'UTC'), -USAGE_DAYS);
  if (retentionDays > 0) await inPieces(pool, signal, (tx) => deleteUnused(tx, retentionDays, PIECE_ROWS));
  const heardDays = retentionDays > 0 ? Math.min(HEARD_DAYS, retentionDays) : HEARD_DAYS;
  await inPieces(pool, signal, (tx) => expireCandidates(tx, heardDays, PIECE_ROWS));
  await inPieces(pool, signal, (tx) => deleteSettled(tx, SETTLED_DAYS, PIECE_ROWS));
  await inPieces(pool, signal, (tx) => deleteUsageBefore(tx, firstKept, PIECE_ROWS));
  await inPieces(pool, signal, (tx) => deleteModelHoursBefore(tx, OUTCOME_DAYS, PIECE_ROWS));
  await inPieces(pool, signal, (tx) => deleteFailoversBefore(tx, OUTCOME_DAYS, PIECE_ROWS));
}

async function inPieces(pool: Pool, signal: AbortSignal, remove: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await inTransaction(pool, remove)) === PIECE_ROWS) signal.throwIfAborted();
}
