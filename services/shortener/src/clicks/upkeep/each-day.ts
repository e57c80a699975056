import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { dayOf } from '../utc-day.js';
import { type DayTask, findLastDay, findNextDay, listFailedDays, setDayPassed } from './day-progress-repo.js';

/** Failed days that are retried in one run. */
const FAILED_DAYS_MAX = 10;

/**
 * Processes the UTC days with counts that the task has not reached yet, oldest first and up to the last one, then those that failed before. A failed
 * day does not block others, but the promise then rejects at the end. Rejects with the signal's reason when aborted; the current day is repeated by
 * the next run.
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
