import type { Db } from '@svc/chassis/postgres/pool';

/** A screenshot, and how many view logs of a deal it proves. */
export interface ProvenViewLogs {
  readonly screenshotId: string;
  readonly count: number;
}

/** Screenshots that the view logs of a deal name, in no order and at most so many; some may be gone since. */
export async function listProvenViewLogs(db: Db, dealId: string, limit: number): Promise<ProvenViewLogs[]> {
  return db.list<ProvenViewLogs>(
    `select screenshot_id as "screenshotId", count(*)::int as count
       from viewcheck.view_logs
      where deal_id = $1
        and screenshot_id is not null
      group by screenshot_id
      limit $2`,
    [dealId, limit],
  );
}
