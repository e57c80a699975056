import type { Log } from '@svc/chassis/log';
import { repeat, type Repetition } from '@svc/chassis/outbox/repeat';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import {
  createPartition,
  deleteUnpartitionedBefore,
  deleteVisitorsBefore,
  dropPartition,
  listPartitionedMonths,
  lockPartitions,
  monthAfter,
} from './click-partition-repo.js';
import { dayNumberOf, dayOf } from './utc-day.js';
import { deleteSaltsBefore } from './visitor-salt-repo.js';

const INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MONTHS_AHEAD = 3;
/** Days for which visitors can still be told apart once their day has ended. */
const VISITOR_DAYS = 2;
/** Rows deleted by one statement at most. */
const DELETE_MAX = 5_000;

export interface ClickUpkeepOptions {
  /** Days for which single clicks are kept; 0 keeps them for ever. What is counted stays in any case. */
  readonly retentionDays: number;
}

/** Looks after the tables of clicks now and every hour. Processes that do so at the same time take turns. */
export function startClickUpkeep(pool: Pool, options: ClickUpkeepOptions, log: Log): Repetition {
  return repeat('click upkeep', () => runClickUpkeep(pool, options, new Date()), INTERVAL_MS, log);
}

/**
 * Creates the partitions of this month and the next three, drops those whose last event is older than the retention, and deletes
 * salts and visitors of days gone by.
 */
export async function runClickUpkeep(pool: Pool, { retentionDays }: ClickUpkeepOptions, now: Date): Promise<void> {
  const thisMonth = now.toISOString().slice(0, 7);
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, count) => monthAfter(thisMonth, count));
  for (const month of wanted) {
    await underLock(pool, async (tx) => {
      if (!(await listPartitionedMonths(tx)).includes(month)) await createPartition(tx, month);
    });
  }
  if (retentionDays > 0) await dropOldEvents(pool, new Date(now.getTime() - retentionDays * DAY_MS));
  await forgetVisitors(pool, dayOf(dayNumberOf(now.getTime()) - VISITOR_DAYS));
}

async function dropOldEvents(pool: Pool, before: Date): Promise<void> {
  const firstMonth = before.toISOString().slice(0, 7);
  const old = (await listPartitionedMonths(pool)).filter((month) => month < firstMonth);
  for (const month of old) {
    await underLock(pool, async (tx) => {
      if ((await listPartitionedMonths(tx)).includes(month)) await dropPartition(tx, month);
    });
  }
  while ((await deleteUnpartitionedBefore(pool, before, DELETE_MAX)) === DELETE_MAX);
}

async function forgetVisitors(pool: Pool, before: string): Promise<void> {
  await deleteSaltsBefore(pool, before);
  while ((await deleteVisitorsBefore(pool, before, DELETE_MAX)) === DELETE_MAX);
}

/** Each step is a transaction of its own, so that no table is locked for longer than its own step. */
async function underLock(pool: Pool, step: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockPartitions(tx);
    await step(tx);
  });
}
