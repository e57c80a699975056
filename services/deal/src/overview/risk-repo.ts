import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { DealsAtRisk } from '@svc/proto/deal/v1/overview_service';
import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { IS_BEHIND } from '../deals/deal-list-repo.js';
import { unpaidDeals } from '../payments/unpaid-deals.js';
import { isInScope, parametersFor } from './deals-in-scope.js';

interface Row {
  readonly dealId: string;
  readonly name: string;
  readonly behindTarget: boolean;
  readonly overdueChecks: boolean;
  readonly unpaid: boolean;
  readonly count: number;
  readonly behindTargetCount: number;
  readonly overdueChecksCount: number;
  readonly unpaidCount: number;
}

const REASONS = ['behindTarget', 'overdueChecks', 'unpaid'] as const;

/**
 * Lists deals in scope with problems: active ones behind the pace to their target, those with a check that was due before `today`, and unpaid ones. All are
 * counted; deals with most problems are listed first, then by the longest overdue check.
 */
export async function listDealsAtRisk(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  today: string,
  limit: number,
): Promise<DealsAtRisk> {
  const { values, parameter } = parametersFor(user, scope);
  const day = parameter(today);
  const reasons = 'r.behind::integer + r.overdue::integer + r.unpaid::integer';
  const rows = await db.list<Row>(
    `with unpaid as materialized (select distinct u.deal_id from (${unpaidDeals(scope, day)}) as u),
     risk as (
       select d.id, d.name, g.next_due_date, coalesce(d.status = 'active' and ${IS_BEHIND}, false) as behind,
              coalesce(g.next_due_date < ${day}::date, false) as overdue,
              d.id in (select deal_id from unpaid) as unpaid
         from deal.deals d
         join deal.deal_progress g on g.deal_id = d.id and g.owner_id = d.owner_id
        where ${isInScope(scope, 'd.owner_id', 'd.id')}
     )
     select r.id as "dealId", r.name, r.behind as "behindTarget", r.overdue as "overdueChecks", r.unpaid, count(*) over () as count,
            count(*) filter (where r.behind) over () as "behindTargetCount",
            count(*) filter (where r.overdue) over () as "overdueChecksCount",
            count(*) filter (where r.unpaid) over () as "unpaidCount"
       from risk r
      where r.behind or r.overdue or r.unpaid
      order by ${reasons} desc, r.next_due_date, r.id
      limit ${parameter(limit)}`,
    values,
  );
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    behindTarget: first?.behindTargetCount ?? 0,
    overdueChecks: first?.overdueChecksCount ?? 0,
    unpaid: first?.unpaidCount ?? 0,
    deals: rows.map((row) => ({
      dealId: row.dealId,
      name: row.name,
      reasons: REASONS.filter((reason) => row[reason]),
    })),
  };
}
