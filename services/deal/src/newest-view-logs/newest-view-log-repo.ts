import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Reading } from '@svc/proto/deal/v1/reading_service';

/**
 * Stores the newest view logs of videos of locked deals, with the next check, and returns the affected deals. Ignores view logs of unknown videos and
 * those with a revision not above the stored one.
 */
export async function updateNewestViewLogs(tx: Tx, viewLogs: readonly Reading[]): Promise<string[]> {
  const { rows } = await tx.query<{ dealId: string }>(
    `with newest as (
       select distinct on (r."videoId") r."videoId", r.revision, r.value, r."checkedAt"
         from jsonb_to_recordset($1::jsonb) as r ("videoId" uuid, revision bigint, value bigint, "checkedAt" timestamptz(3))
        order by r."videoId", r.revision desc),
     changed as (
       update deal.deal_videos v
          set latest_value = n.value, latest_checked_at = n."checkedAt", reading_revision = n.revision,
              address_held_at = case when n.value is not null then v.address_held_at end,
              next_check_day = deal.next_check_day(d.status, v.post_date, d.view_check_days, n."checkedAt", z.time_zone)
         from newest n, deal.deals d
         left join deal.owner_time_zones z on z.owner_id = d.owner_id
        where v.id = n."videoId" and d.id = v.deal_id and v.reading_revision < n.revision
    returning v.deal_id)
     select distinct deal_id as "dealId" from changed`,
    [JSON.stringify(viewLogs)],
  );
  return rows.map(({ dealId }) => dealId);
}
