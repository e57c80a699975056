import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { findLastDay, findNextDay, listFailedDays, setDayPassed, type DayTask } from './day-progress-repo.js';
import { dayOf } from '../utc-day.js';

/** Days that failed before and are done again in one run. */
const FAILED_DAYS_MAX = 10;

/**
 * Does the UTC days with counts that the task has not come to yet, oldest first and up to the last one, and then those that failed
 * before. A day that fails holds up no other one; rejects in the end when one did. Throws the signal's reason when it is aborted in
 * between: then the day that was under way is done again.
 */
export async function eachDay(
  pool: Pool,
  task: DayTask,
  lastDayNumber: number,
  work: (day: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  const pass = async (day: string): Promise<void> => {
    const failure = await work(day).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    signal?.throwIfAborted();
    if (failure) failures.push(failure.error);
    await inTransaction(pool, (tx) => setDayPassed(tx, task, day, !failure));
  };

  const lastDay = dayOf(lastDayNumber);
  const failedDays = await listFailedDays(pool, task, FAILED_DAYS_MAX);
  let day = await findNextDay(pool, await findLastDay(pool, task));
  while (day !== null && day <= lastDay) {
    await pass(day);
    day = await findNextDay(pool, day);
  }
  for (const failed of failedDays) await pass(failed);
  if (failures.length > 0) throw new AggregateError(failures, `Some days of "${task}" could not be done.`);
}
