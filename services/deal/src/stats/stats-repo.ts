import type { Db } from '@svc/chassis/postgres/pool';
import type { MoneyTotals, StalledDeals, ViewTotals } from '@svc/proto/deal/v1/deal_stats_service';
import type { DealStatus } from '../deals/deal-status.js';
import { PAYMENT_SUMS } from '../payments/payment-repo.js';

/** Sums over an owner's deals: one row per status, one per currency, and one for all of them. */
export interface DealSums {
  /** Set in rows per status. */
  readonly status: DealStatus | null;
  /** Set in rows per currency. */
  readonly currency: string | null;
  readonly deals: number;
  readonly dealsTotal: number;
  readonly views: ViewTotals;
}

/** Sums an owner's deals. Money and views exclude cancelled deals. */
export async function listDealSums(db: Db, ownerId: string): Promise<DealSums[]> {
  const counts = `d.status <> 'cancelled'`;
  const hasTarget = `${counts} and d.views_target is not null`;
  type Row = Omit<DealSums, 'views'> & ViewTotals;
  const { rows } = await db.query<Row>(
    `select d.status, d.currency, count(*) as deals,
            coalesce(sum(d.price) filter (where ${counts}), 0) as "dealsTotal",
            least(coalesce(sum(d.views_target) filter (where ${hasTarget}), 0), 9007199254740991) as target,
            least(coalesce(sum(d.total_views) filter (where ${hasTarget}), 0), 9007199254740991) as actual,
            count(*) filter (where ${hasTarget}) as "dealsWithTarget"
       from deal.deals d
      where d.owner_id = $1
      group by grouping sets ((d.status), (d.currency), ())`,
    [ownerId],
  );
  return rows.map(({ status, currency, deals, dealsTotal, ...views }) => ({
    status,
    currency,
    deals,
    dealsTotal,
    views,
  }));
}

/** Sums an owner's payments, one row per currency. */
export async function listPaymentSums(db: Db, ownerId: string): Promise<Omit<MoneyTotals, 'dealsTotal'>[]> {
  return db.list<Omit<MoneyTotals, 'dealsTotal'>>(
    `select p.currency, ${PAYMENT_SUMS}
       from deal.deal_payments p
      where p.owner_id = $1 and p.status <> 'cancelled'
      group by p.currency`,
    [ownerId],
  );
}

/** Counts an owner's videos with a check that was due before `today`. */
export async function countOverdueChecks(db: Db, ownerId: string, today: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from deal.deal_videos v
      where v.owner_id = $1 and v.next_due_date < $2::date`,
    [ownerId, today],
  );
  return rows[0]?.count ?? 0;
}

/** Lists an owner's active deals without a new video or view log for this many days, oldest first, with their total. */
export async function listStalledDeals(db: Db, ownerId: string, days: number, limit: number): Promise<StalledDeals> {
  const { rows } = await db.query<{ dealId: string; name: string; count: number }>(
    `select d.id as "dealId", d.name, count(*) over () as count from deal.deals d
      where d.owner_id = $1 and d.status = 'active'
        and d.created_at < now() - make_interval(days => $2)
        and not exists (select 1
                          from deal.deal_videos v
                         where v.deal_id = d.id
                           and greatest(v.created_at, v.latest_checked_at) >= now() - make_interval(days => $2))
      order by d.created_at, d.id limit $3`,
    [ownerId, days, limit],
  );
  return { count: rows[0]?.count ?? 0, deals: rows.map(({ dealId, name }) => ({ dealId, name })) };
}
