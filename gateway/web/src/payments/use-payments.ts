import { distinctRows } from '../api/distinct-rows.js';
import type { Input, Item, Output } from '../api/operations.js';
import { useList } from '../api/queries.js';
import type { ReadList } from '../ui/tables/list-table.js';

export type PaymentOfDeal = Item<'payments.list_all'>;
export type Totals = Output<'payments.list_all'>['totals'][number];

type Asked = Omit<Input<'payments.list_all'>, 'limit' | 'offset' | 'after'>;

interface Payments extends ReadList<PaymentOfDeal> {
  readonly totals: readonly Totals[];
  /** The heading of a payment, if the list has several kinds in their order. */
  readonly groupOf: ((payment: PaymentOfDeal) => string) | undefined;
}

/**
 * Payments, unless sorted, in the order in which they need attention: overdue and other open ones by their due date, then those that are settled,
 * latest first. These are two lists of the server.
 */
export function usePayments({ sort, ...asked }: Asked): Payments {
  const isOpenWanted = sort === undefined && asked.open !== false && !isSettled(asked.status);
  const isSettledWanted =
    sort === undefined && asked.open !== true && asked.overdue !== true && !isUnsettled(asked.status);
  const areBoth = isOpenWanted && isSettledWanted;
  const first = useList('payments.list_all', {
    ...asked,
    ...(areBoth && { open: true }),
    sort: sort ?? (isOpenWanted ? 'dueDate' : '-dueDate'),
  });
  const settled = useList('payments.list_all', { ...asked, open: false, sort: '-dueDate' }, { enabled: areBoth });
  const isMixed = sort === undefined && asked.status === undefined && asked.overdue === undefined;
  const groupOf = isMixed ? groupOfPayment : undefined;
  const totalsOf = ({ pages }: typeof first): readonly Totals[] => pages[0]?.totals ?? [];
  if (!areBoth) return { ...first, totals: totalsOf(first), groupOf };
  // A payment that was just settled or reopened is in both lists until both are refetched.
  const all = [...first.items, ...settled.items];
  const items = distinctRows(all);
  const repeats = all.length - items.length;
  return {
    items: first.hasNextPage ? first.items : items,
    total: first.total === undefined || settled.total === undefined ? undefined : first.total + settled.total - repeats,
    isPending: first.isPending || settled.isPending,
    isError: first.isError || settled.isError,
    error: first.error ?? settled.error,
    readMore: first.hasNextPage ? first.readMore : settled.readMore,
    totals: addTotals([...totalsOf(first), ...totalsOf(settled)]),
    groupOf,
  };
}

function isUnsettled(status: PaymentOfDeal['status'] | undefined): boolean {
  return status === 'expected' || status === 'invoiced';
}

function isSettled(status: PaymentOfDeal['status'] | undefined): boolean {
  return status !== undefined && !isUnsettled(status);
}

function groupOfPayment({ status, overdue }: PaymentOfDeal): string {
  if (overdue) return 'Overdue';
  return isUnsettled(status) ? 'Open' : 'Settled';
}

/** One sum per currency. */
function addTotals(totals: readonly Totals[]): readonly Totals[] {
  const sums = new Map<string, Totals>();
  for (const each of totals) {
    const before = sums.get(each.currency);
    sums.set(each.currency, before ? added(before, each) : each);
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

function added(one: Totals, other: Totals): Totals {
  return {
    currency: one.currency,
    expected: one.expected + other.expected,
    invoiced: one.invoiced + other.invoiced,
    paid: one.paid + other.paid,
    overdue: one.overdue + other.overdue,
    outgoingExpected: one.outgoingExpected + other.outgoingExpected,
    outgoingInvoiced: one.outgoingInvoiced + other.outgoingInvoiced,
    outgoingPaid: one.outgoingPaid + other.outgoingPaid,
    outgoingOverdue: one.outgoingOverdue + other.outgoingOverdue,
  };
}
