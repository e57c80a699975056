import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { isSeenPayment } from '../payments/seen-payments.js';
import { brandKey } from './brand-repo.js';
import { parametersFor } from './deals-in-scope.js';

export interface Period {
  /** The Monday of the first week. */
  readonly firstDay: string;
  /** Start of each week, and the end of the last one. */
  readonly bounds: readonly Date[];
}

/** Sums of payments in one currency. */
export interface MoneyRow {
  /** Index of the week or the brand, from 0; null for all other brands. */
  readonly place: number | null;
  readonly currency: string;
  readonly due: number;
  readonly paid: number;
  readonly outgoingDue: number;
  readonly outgoingPaid: number;
}

export interface PeriodMoney {
  readonly ofWeeks: readonly MoneyRow[];
  readonly ofBrands: readonly MoneyRow[];
}

type Row = MoneyRow & { readonly isOfWeek: boolean };

/**
 * Sums payments whose amounts the caller sees: open ones by due date, paid ones by time of payment; once by week, and once by brand for the keys in
 * `brands`.
 */
export async function listPeriodMoney(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  { firstDay, bounds }: Period,
  brands: readonly (string | null)[],
): Promise<PeriodMoney> {
  const { values, parameter } = parametersFor(user, scope);
  const day = `${parameter(firstDay)}::date`;
  const starts = `${parameter(bounds.slice(0, -1))}::timestamptz[]`;
  const [start, end] = [parameter(bounds[0]), parameter(bounds.at(-1))];
  const sum = (direction: string, isPaid: string): string =>
    `coalesce(sum(m.amount) filter (where m.direction = '${direction}' and ${isPaid}), 0)`;
  const rows = await db.list<Row>(
    `with money as (
       select (p.due_date - ${day}) / 7 as week, p.owner_id, p.deal_id, p.direction, p.currency, p.amount, false as is_paid
         from deal.deal_payments p
        where ${isSeenPayment(scope)} and p.status in ('expected', 'invoiced')
          and p.due_date >= ${day} and p.due_date < ${day} + 7 * ${parameter(bounds.length - 1)}::integer
        union all
       select width_bucket(p.paid_at, ${starts}) - 1, p.owner_id, p.deal_id, p.direction, p.currency, p.amount, true
         from deal.deal_payments p
        where ${isSeenPayment(scope)} and p.status = 'paid' and p.paid_at >= ${start} and p.paid_at < ${end}
     ), written as (
       select m.week, d.brand, m.direction, m.currency, m.is_paid, sum(m.amount) as amount
         from money m join deal.deals d on d.id = m.deal_id and d.owner_id = m.owner_id
        group by m.week, d.brand, m.direction, m.currency, m.is_paid
     ), placed as (
       select w.week, w.direction, w.currency, w.is_paid, w.amount, k.place as brand
         from written w
         left join (select d.brand, array_position(${parameter(brands)}::text[], ${brandKey('d.brand')}) - 1 as place
                      from (select distinct brand from written) as d) as k on coalesce(k.brand, '') = coalesce(w.brand, '')
     )
     select grouping(m.week) = 0 as "isOfWeek", coalesce(m.week, m.brand) as place, m.currency,
            ${sum('incoming', 'not m.is_paid')} as due, ${sum('incoming', 'm.is_paid')} as paid,
            ${sum('outgoing', 'not m.is_paid')} as "outgoingDue", ${sum('outgoing', 'm.is_paid')} as "outgoingPaid"
       from placed m
      group by grouping sets ((m.week, m.currency), (m.brand, m.currency))
      order by place, m.currency`,
    values,
  );
  return { ofWeeks: rows.filter(({ isOfWeek }) => isOfWeek), ofBrands: rows.filter(({ isOfWeek }) => !isOfWeek) };
}
