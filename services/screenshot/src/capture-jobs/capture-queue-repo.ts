import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';

/** How many captures wait, and for how many seconds the oldest has. */
export async function measureQueue(db: Db): Promise<{ readonly waiting: number; readonly oldestSeconds: number }> {
  const { rows } = await db.query<{ waiting: number; oldestSeconds: number }>(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as "oldestSeconds"
       from screenshot.capture_jobs
      where status = 'queued'`,
  );
  return onlyRow(rows);
}
