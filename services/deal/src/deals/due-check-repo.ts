import type { Tx } from '@svc/chassis/postgres/transaction';

/** Finds the earliest date on which a check of the deal's videos is due. */
export async function findNextDueDate(tx: Tx, dealId: string): Promise<string | null> {
  const row = await tx.find<{ readonly nextDueDate: string | null }>(
    `select g.next_due_date as "nextDueDate" from deal.deal_progress g where g.deal_id = $1`,
    [dealId],
  );
  return row?.nextDueDate ?? null;
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
