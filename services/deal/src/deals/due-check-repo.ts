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

/** Recomputes the progress of locked deals, whose counts another time zone may put on another day. */
export async function updateProgress(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await tx.query(`select deal.write_deal_progress($1::uuid[])`, [dealIds]);
}
