import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { isInScope, parametersFor } from './deals-in-scope.js';

/** View gains of deals in a period. */
export interface DealGains {
  readonly dealIds: readonly string[];
  /** One per deal, in the same order. */
  readonly viewsGained: readonly number[];
}

/** Normalizes a brand for comparison, as list filters do. Expensive, so computed for few rows. */
export const brandKey = textOrder;

export interface BrandRow {
  /** The normalized brand, see `brandKey`; null for deals without a brand. */
  readonly key: string | null;
  /** As written in one of the deals. */
  readonly brand: string | null;
  readonly dealCount: number;
  readonly viewsGained: number;
}

export interface Brands {
  readonly brands: readonly BrandRow[];
  /** Sums of all brands not listed; null if there are none. */
  readonly others: (Omit<BrandRow, 'key'> & { readonly brandCount: number }) | null;
}

type Row = BrandRow & { readonly place: number; readonly brandCount: number };

/** Brands of the deals in scope, by views gained, then by number of deals. */
export async function listBrands(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  gains: DealGains,
  limit: number,
): Promise<Brands> {
  const { values, parameter } = parametersFor(user, scope);
  const [ids, views, max] = [parameter(gains.dealIds), parameter(gains.viewsGained), parameter(limit)];
  const rows = await db.list<Row>(
    `with gain as (
       select * from unnest(${ids}::uuid[], ${views}::bigint[]) as g (deal_id, views)
     ), written as (
       select d.brand, count(*) as deals, coalesce(sum(g.views), 0) as views
         from deal.deals d
         left join gain g on g.deal_id = d.id
        where ${isInScope(scope, 'd.owner_id', 'd.id')}
        group by d.brand
     ), brand as (
       select ${brandKey('w.brand')} as key, min(w.brand) as brand, sum(w.deals) as deals, sum(w.views) as views
         from written w
        group by ${brandKey('w.brand')}
     ), ranked as (
       select b.*, least(row_number() over (order by b.views desc, b.deals desc, b.key), ${max} + 1) as place from brand b
     )
     select r.place, min(r.key) as key, min(r.brand) as brand, sum(r.deals) as "dealCount",
            greatest(least(sum(r.views), 9007199254740991), -9007199254740991) as "viewsGained", count(*) as "brandCount"
       from ranked r
      group by r.place
      order by r.place`,
    values,
  );
  const [others] = rows.filter(({ place }) => place > limit);
  return {
    brands: rows.filter(({ place }) => place <= limit),
    others: others ? { ...others, brand: null } : null,
  };
}
