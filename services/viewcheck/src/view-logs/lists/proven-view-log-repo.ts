import type { Db } from '@svc/chassis/postgres/pool';

/** A screenshot, and the number of a deal's view logs that it proves. */
export interface ProvenViewLogs {
  readonly screenshotId: string;
  readonly count: number;
}

/** Lists screenshots of the deal's view logs, unordered, up to a maximum; some may have been deleted since. */
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
