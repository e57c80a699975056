import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DealRow } from './deal.js';

/** Finds what follows from a deal, its videos and its checks. */
export async function findProgress(tx: Tx, dealId: string): Promise<Pick<DealRow, 'nextDueDate' | 'pace'> | null> {
  return tx.find(`select g.next_due_date as "nextDueDate", g.pace from deal.deal_progress g where g.deal_id = $1`, [
    dealId,
  ]);
}

/** Recomputes the next check of the videos of locked deals, after a change of the status, the days, or the owner's time zone. */
export async function updateDueChecks(tx: Tx, dealIds: readonly string[]): Promise<void> {
  const next = `deal.next_check_day(d.status, v.post_date, d.view_check_days, v.latest_checked_at, z.time_zone)`;
  await tx.query(
    `update deal.deal_videos v
        set next_check_day = ${next}
       from deal.deals d
       left join deal.owner_time_zones z on z.owner_id = d.owner_id
      where d.id = any ($1::uuid[]) and v.deal_id = d.id
        and v.next_check_day is distinct from ${next}`,
    [dealIds],
  );
}

/** Moves the newest count of locked deals to its day in the owner's new time zone, and recomputes their pace; most deals stay as they are. */
export async function updateCountedDays(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await tx.query(
    `update deal.deal_progress g
        set counted_on = n.counted_on,
            pace = deal.pace_of(n.total_views, n.views_target, g.first_post_date, n.counted_on, n.view_check_days)
       from (select d.id, d.total_views, d.views_target, d.view_check_days,
                    (max(v.latest_checked_at) at time zone coalesce(z.time_zone, 'UTC'))::date as counted_on
               from deal.deals d
               join deal.deal_videos v on v.deal_id = d.id
               left join deal.owner_time_zones z on z.owner_id = d.owner_id
              where d.id = any ($1::uuid[])
              group by d.id, z.time_zone) as n
      where g.deal_id = n.id and g.counted_on is distinct from n.counted_on`,
    [dealIds],
  );
}
