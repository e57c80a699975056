import {
  countSetsUpToMax,
  listPage,
  pageOfSets,
  type Page,
  type PageRows,
  type RowSets,
} from '@svc/chassis/postgres/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import { viewerOf, type Scope } from '@svc/chassis/sharing/sight';
import type { PaymentTotals } from '@svc/proto/deal/v1/payment_service';
import { DEAL_SIGHT } from '../deals/deal-access.js';
import { dealsWith } from '../deals/deals-with.js';
import type { SeenRow } from '../visibility/sight.js';
import { PAYMENT_COLUMNS, PAYMENT_SUMS } from './payment-repo.js';
import type { PaymentRow } from './payment.js';

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

/**
 * Payments whose amounts the caller sees, newest first, and how many there are; `today` is YYYY-MM-DD. The page is chosen before
 * anything is looked up for it.
 */
export async function listPaymentsOfDeals(
  db: Db,
  user: UserPrincipal,
  filter: PaymentFilter,
  today: string,
  page: Page,
): Promise<PageRows<PaymentOfDealRow>> {
  const { listed, values, isOverdue } = conditions(viewerOf(user), filter, today);
  const columns = `${PAYMENT_COLUMNS}, coalesce(${isOverdue}, false) as overdue`;
  const cut = {
    order: 'p.created_at desc, p.id desc',
    chosenOrder: '"createdAt" desc, id desc',
    limit: `$${values.length + 1}`,
    offset: `$${values.length + 2}`,
  };
  const text = `
     select chosen.*, d.owner_id as "ownerId", d.name as "dealName", ${DEAL_SIGHT.seenColumns},
            ${countSetsUpToMax(listed)} as total
       from (${pageOfSets(columns, listed, cut)}) as chosen
       join deal.deals d on d.id = chosen."dealId"
      order by chosen."createdAt" desc, chosen.id desc`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
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
  const { listed, values, isOverdue } = conditions(viewer, filter, today);
  const overdue = (direction: string): string =>
    `coalesce(sum(p.amount) filter (where p.direction = '${direction}' and ${isOverdue}), 0)`;
  return db.list<PaymentTotals>(
    `select p.currency, ${PAYMENT_SUMS}, ${overdue('incoming')} as overdue, ${overdue('outgoing')} as "outgoingOverdue"
       from ${listed.table}
      where (${listed.sets.join(' or ')}) and p.status <> 'cancelled'
      group by p.currency
      order by p.currency`,
    values,
  );
}

/** Conditions on the rows of a list, and what `toPayment` takes for overdue. */
interface Conditions {
  readonly listed: RowSets;
  readonly isOverdue: string;
  readonly values: unknown[];
}

/** Only what is asked for becomes a condition, so that each combination gets the plan that its indexes allow. */
function conditions(
  viewer: readonly unknown[],
  { scope, direction, status, overdue, ...people }: PaymentFilter,
  today: string,
): Conditions {
  const values = [...viewer];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // Payments tell nothing but money: of a deal of somebody else all are seen with the grant for its amount, and none without.
  const granted = scope === 'mine' ? [] : [`p.deal_id = any (array(${DEAL_SIGHT.grantedIds})) and p.owner_id <> $1`];
  const parts: string[] = [];
  if (direction !== null) parts.push(`p.direction = ${parameter(direction)}`);
  if (status !== null) parts.push(`p.status = ${parameter(status)}`);
  const isOverdue = `(p.status in ('expected', 'invoiced') and p.due_date < ${parameter(today)}::date)`;
  if (overdue !== null) parts.push(`${isOverdue} is ${overdue ? 'true' : 'not true'}`);
  parts.push(...dealsWith(people, 'p.deal_id', parameter));
  const sets = ['p.owner_id = $1', ...granted].map((set) => [set, ...parts].join('\n          and '));
  return { listed: { table: 'deal.deal_payments p', sets }, isOverdue, values };
}
