import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import { placeAmong, textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import type { PaymentTotals } from '@svc/proto/deal/v1/payment_service';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import { dealsWith } from '../deals/deals-with.js';
import { matchingDeals } from '../deals/matching-deals.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';
import { PAYMENT_STATUSES, type PaymentRow } from './payment.js';
import { PAYMENT_COLUMNS, PAYMENT_SUMS } from './payment-repo.js';
import { seenPayments } from './seen-payments.js';

/** Filters for a list of payments over several deals; null disables one. */
export interface PaymentFilter {
  readonly scope: Scope;
  readonly direction: string | null;
  readonly status: string | null;
  readonly overdue: boolean | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
  readonly open: boolean | null;
  /** First and last due date, YYYY-MM-DD, inclusive. */
  readonly dueFrom: string | null;
  readonly dueTo: string | null;
  readonly paidFrom: Date | null;
  /** End of the range of payment times, exclusive. */
  readonly paidBefore: Date | null;
  readonly currency: string | null;
  readonly brand: string | null;
  /** Searches reference and notes, and name and brand of the deal. */
  readonly query: string | null;
}

/** A payment, with facts of its deal. */
export interface PaymentOfDealRow extends PaymentRow, SeenRow {
  readonly dealName: string;
  /** Whether the payment is overdue, by the rule of `toPayment`. */
  readonly overdue: boolean;
}

export const PAYMENT_LIST = {
  name: 'payments',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'p.created_at', type: 'instant' },
    amount: { sql: 'p.amount', type: 'decimal' },
    status: { sql: placeAmong(PAYMENT_STATUSES, 'p.status'), type: 'integer' },
    dueDate: { sql: 'p.due_date', type: 'date', nullable: true },
    paidAt: { sql: 'p.paid_at', type: 'instant', nullable: true },
  },
} as const satisfies SortedList;

/** Lists payments whose amounts the caller sees, with their total count; `today` is YYYY-MM-DD. */
export async function listPaymentRows(
  db: Db,
  user: UserPrincipal,
  filter: PaymentFilter,
  today: string,
  page: SortedPage,
): Promise<SortedPageRows<PaymentOfDealRow>> {
  const { isOverdue, ...conditions } = conditionsOf(viewerOf(user), filter, today);
  const rows = {
    ...conditions,
    table: 'deal.deal_payments p',
    id: 'p.id',
    columns: `${PAYMENT_COLUMNS}, coalesce(${isOverdue}, false) as overdue, d.owner_id as "ownerId", d.name as "dealName",
            ${DEAL_VISIBILITY.seenColumns}`,
    shown: 'deal.deal_payments p join deal.deals d on d.id = p.deal_id',
  };
  return listSorted(db, rows, page);
}

/** Sums the payments of such a list, one row per currency. */
export async function listPaymentTotals(
  db: Db,
  user: UserPrincipal,
  filter: PaymentFilter,
  today: string,
): Promise<PaymentTotals[]> {
  // Postgres cannot infer the type of an unused parameter.
  const viewer = filter.scope === 'mine' ? [user.userId] : viewerOf(user);
  const { own, others, filters, values, isOverdue } = conditionsOf(viewer, filter, today);
  const overdue = (direction: string): string =>
    `coalesce(sum(p.amount) filter (where p.direction = '${direction}' and ${isOverdue}), 0)`;
  return db.list<PaymentTotals>(
    `select p.currency, ${PAYMENT_SUMS}, ${overdue('incoming')} as overdue, ${overdue('outgoing')} as "outgoingOverdue"
       from deal.deal_payments p
      where (${[own, ...others].join(' or ')}) and ${[...filters, `p.status <> 'cancelled'`].join(' and ')}
      group by p.currency
      order by p.currency`,
    values,
  );
}

/** Conditions on the rows of a list for `SortedRows`, and the condition for payments that are overdue by the rule of `toPayment`. */
interface Conditions {
  readonly own: string;
  readonly others: readonly string[];
  readonly filters: readonly string[];
  readonly isOverdue: string;
  readonly values: unknown[];
}

/** Builds conditions only for the given filters, so that each combination gets the plan that its indexes allow. */
function conditionsOf(
  viewer: readonly unknown[],
  { scope, direction, status, overdue, open, currency, brand, query, ...chosen }: PaymentFilter,
  today: string,
): Conditions {
  const values = [...viewer];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const filters: string[] = [];
  if (direction !== null) filters.push(`p.direction = ${parameter(direction)}`);
  if (status !== null) filters.push(`p.status = ${parameter(status)}`);
  const isOverdue = `(p.status in ('expected', 'invoiced') and p.due_date < ${parameter(today)}::date)`;
  if (overdue !== null) filters.push(`${isOverdue} is ${overdue ? 'true' : 'not true'}`);
  if (open !== null) filters.push(`p.status ${open ? 'in' : 'not in'} ('expected', 'invoiced')`);
  if (currency !== null) filters.push(`p.currency = ${parameter(currency)}`);
  if (brand !== null) {
    const isOfBrand = `${textOrder('w.brand')} = ${textOrder(parameter(brand.normalize('NFKC')))}`;
    const isInScope = DEAL_VISIBILITY.isInScope(scope, 'w.owner_id', 'w.id');
    filters.push(`p.deal_id = any (array(select w.id from deal.deals w where ${isInScope} and ${isOfBrand}))`);
  }
  if (query !== null) filters.push(matches(scope, parameter(searchPattern(query))));
  filters.push(...datesOf(chosen, parameter), ...dealsWith(chosen, 'p.deal_id', parameter));
  return { ...seenPayments(scope), filters, isOverdue, values };
}

function matches(scope: Scope, pattern: string): string {
  return `(deal.payment_search_text(p.reference, p.notes) like extensions.search_text(${pattern})
          or p.deal_id = any (array(${matchingDeals(scope, ['name', 'brand'], pattern)})))`;
}

type PaymentDates = Pick<PaymentFilter, 'dueFrom' | 'dueTo' | 'paidFrom' | 'paidBefore'>;

/** Conditions on due dates and payment times, as ranges of the indexes that lists are sorted by. */
function datesOf(
  { dueFrom, dueTo, paidFrom, paidBefore }: PaymentDates,
  parameter: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (dueFrom !== null) conditions.push(`p.due_date >= ${parameter(dueFrom)}::date`);
  if (dueTo !== null) conditions.push(`p.due_date <= ${parameter(dueTo)}::date`);
  if (paidFrom !== null) conditions.push(`p.paid_at >= ${parameter(paidFrom)}`);
  if (paidBefore !== null) conditions.push(`p.paid_at < ${parameter(paidBefore)}`);
  return conditions;
}
