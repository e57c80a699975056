import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** A task that processes the days of the roll-up one after the other, oldest first. */
export type DayTask = 'busy days' | 'old referrers';

/** The last UTC day (`YYYY-MM-DD`) that the task has reached; null before its first. */
export async function findLastDay(db: Db, task: DayTask): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>(
    `select p.done_through as day from shortener.click_day_progress p where p.task = $1`,
    [task],
  );
  return rows[0]?.day ?? null;
}

/** The first UTC day with counts after the given one, or of all days; null when there is none. Costs one lookup per index. */
export async function findNextDay(db: Db, after: string | null): Promise<string | null> {
  const { rows } = await db.query<{ day: string | null }>(
    `with given as (
       select coalesce($1::date, '-infinity') as after
     )
     select least(
              (select (min(q.quarter) at time zone 'UTC')::date
                 from shortener.click_quarter_hour q
                where q.quarter >= (select after::timestamp + interval '1 day' from given) at time zone 'UTC'),
              (select min(t.day)
                 from shortener.click_day_totals t
                where t.day > (select after from given))
            ) as day`,
    [after],
  );
  return rows[0]?.day ?? null;
}

/** Days that the task failed to process, at most `limit`, least recently tried first. */
export async function listFailedDays(db: Db, task: DayTask, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ day: string }>(
    `select f.day from shortener.click_failed_days f where f.task = $1 order by f.tried_at, f.day limit $2`,
    [task, limit],
  );
  return rows.map(({ day }) => day);
}

/** Records that the task has reached a day, and whether it succeeded. */
export async function setDayPassed(tx: Tx, task: DayTask, day: string, isDone: boolean): Promise<void> {
  await tx.query(
    isDone
      ? `delete from shortener.click_failed_days where task = $1 and day = $2`
      : `insert into shortener.click_failed_days (task, day)
         values ($1, $2)
             on conflict (task, day) do update
            set tried_at = now()`,
    [task, day],
  );
  await tx.query(
    `insert into shortener.click_day_progress (task, done_through)
     values ($1, $2)
         on conflict (task) do update
        set done_through = greatest(click_day_progress.done_through, excluded.done_through)`,
    [task, day],
  );
}

/** Time at which the tables of past days were created; null in a database without recorded migrations. */
export async function findRollupsMadeAt(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ appliedAt: Date }>(
    `select applied_at as "appliedAt" from shortener.schema_migrations where name = '0009_click_rollups.sql'`,
  );
  return rows[0]?.appliedAt ?? null;
}
