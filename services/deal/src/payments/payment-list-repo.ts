import type { Db } from '@svc/chassis/postgres/pool';
import { placeAmong } from '@svc/chassis/postgres/sort-keys';
import { listSorted, type SortedList, type SortedPage, type SortedPageRows } from '@svc/chassis/postgres/sorted-list';
import type { UserPrincipal } from '@svc/chassis/principal';
import { viewerOf, type Scope } from '@svc/chassis/sharing/sight';
import type { PaymentTotals } from '@svc/proto/deal/v1/payment_service';
import { DEAL_SIGHT } from '../deals/deal-access.js';
import { dealsWith } from '../deals/deals-with.js';
import type { SeenRow } from '../visibility/sight.js';
import { PAYMENT_COLUMNS, PAYMENT_SUMS } from './payment-repo.js';
import { PAYMENT_STATUSES, type PaymentRow } from './payment.js';

/** Which payments a list over several deals holds; null leaves a filter out. */
export interface PaymentFilter {
  readonly scope: Scope;
  readonly direction: string | null;
  readonly status: string | null;
  readonly overdue: boolean | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
}

/** A payment, and what its deal says. */
export interface PaymentOfDealRow extends PaymentRow, SeenRow {
  readonly dealName: string;
  /** As `toPayment` says. */
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

/** Payments whose amounts the caller sees, and how many there are; `today` is YYYY-MM-DD. */
export async function listPaymentsOfDeals(
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
            ${DEAL_SIGHT.seenColumns}`,
    shown: 'deal.deal_payments p join deal.deals d on d.id = p.deal_id',
  };
  return listSorted(db, rows, page);
}

/** What the payments of such a list come to, one row for each currency. */
export async function listPaymentTotals(
  db: Db,
  user: UserPrincipal,
  filter: PaymentFilter,
  today: string,
): Promise<PaymentTotals[]> {
  // The database does not know of what type a parameter is that nothing uses.
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

/** Conditions on the rows of a list, as `SortedRows` has them, and what `toPayment` takes for overdue. */
interface Conditions {
  readonly own: string;
  readonly others: readonly string[];
  readonly filters: readonly string[];
  readonly isOverdue: string;
  readonly values: unknown[];
}

/** Only what is asked for becomes a condition, so that each combination gets the plan that its indexes allow. */
function conditionsOf(
  viewer: readonly unknown[],
  { scope, direction, status, overdue, ...people }: PaymentFilter,
  today: string,
): Conditions {
  const values = [...viewer];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // Payments tell nothing but money: of a deal of somebody else all are seen with the grant for its amount, and none without.
  const granted = scope === 'mine' ? [] : [`p.deal_id = any (array(${DEAL_SIGHT.grantedIds})) and p.owner_id <> $1`];
  const filters: string[] = [];
  if (direction !== null) filters.push(`p.direction = ${parameter(direction)}`);
  if (status !== null) filters.push(`p.status = ${parameter(status)}`);
  const isOverdue = `(p.status in ('expected', 'invoiced') and p.due_date < ${parameter(today)}::date)`;
  if (overdue !== null) filters.push(`${isOverdue} is ${overdue ? 'true' : 'not true'}`);
  filters.push(...dealsWith(people, 'p.deal_id', parameter));
  return { own: 'p.owner_id = $1', others: granted, filters, isOverdue, values };
}
