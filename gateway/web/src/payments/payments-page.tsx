import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats } from '../shell/account.js';
import { useNewRecord } from '../shell/new-record.js';
import { Button } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { useSelection } from '../ui/tables/selection.js';
import { SortSelect } from '../ui/tables/sort-select.js';
import type { Sorting } from '../ui/tables/sorting.js';
import { totalText } from '../ui/tables/total-text.js';
import { PaymentSums } from './payment-sums.js';
import { PaymentTable, usePaymentColumns } from './payment-table.js';
import { type Payment, PAYMENT_STATUS_NAMES } from './payment-texts.js';
import { usePayments } from './use-payments.js';

// Loaded lazily, because most visits select no row.
const PaymentBulkBar = lazy(async () => ({ default: (await import('./payment-bulk-bar.js')).PaymentBulkBar }));

// Loaded lazily, because most visits come through the navigation.
const LinkFilterChips = lazy(async () => ({ default: (await import('./link-filter-chips.js')).LinkFilterChips }));

// Loaded lazily, because most visits add none.
const NewPayment = lazy(async () => ({ default: (await import('./new-payment.js')).NewPayment }));

/** Filters that only links to the list set, and not its own chips. */
const OPENED_WITH = ['dueFrom', 'dueTo', 'paidFrom', 'paidTo', 'currency', 'brand'] as const;

/** Payments of all deals. */
export function PaymentsPage() {
  const [{ shared, sort, ...asked }, setFilter] = useFilter('/payments');
  const { count } = useFormats();
  const [isAdding, setAdding] = useState(false);
  useNewRecord('/payments', 'New payment', () => setAdding(true));
  const payments = usePayments({ ...asked, ...(sort && { sort }), scope: shared ? 'mine-and-shared' : 'mine' });
  const sorting: Sorting = { sort, onSort: (sort) => setFilter({ sort }), byDefault: 'Open first, by due date' };
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(payments.items, selection);
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <Page width="list">
      <PageHead
        title="Payments"
        about={
          <p aria-live="polite">
            {payments.total !== undefined && totalText(payments.total, 'payment', { isFiltered, count })}
          </p>
        }
        actions={
          <Button kind="primary" onClick={() => setAdding(true)} title="Press n">
            <Plus size={15} aria-hidden /> Add payment
          </Button>
        }
      />
      <PaymentFilters order={<SortSelect fields={usePaymentColumns()} sorting={sorting} />} />
      {!payments.isError && <PaymentSums totals={payments.totals} />}
      <PaymentTable
        list={payments}
        canEdit={({ access }) => access.canEdit}
        dealOf={({ deal }) => deal}
        {...(payments.groupOf && { groupOf: payments.groupOf })}
        sorting={sorting}
        opensRows
        selection={selection}
        empty="No payments yet."
        emptyAction={
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add payment
          </Button>
        }
        noMatch={isFiltered && 'No matching payments'}
      />
      {isAdding && (
        <Suspense>
          <NewPayment onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {chosen.length > 0 && (
        <Suspense>
          <PaymentBulkBar ids={chosen} selection={selection} />
        </Suspense>
      )}
    </Page>
  );
}

function PaymentFilters({ order }: { readonly order: ReactNode }) {
  const [filter, setFilter] = useFilter('/payments');
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  const isOpenedWith = OPENED_WITH.some((name) => filter[name] !== undefined);
  const chip = <Name extends keyof typeof filter>(name: Name, value: (typeof filter)[Name] & {}, label: string) => {
    const isOn = filter[name] === value;
    return (
      <ToggleChip key={String(value)} isOn={isOn} onToggle={() => setFilter({ [name]: isOn ? undefined : value })}>
        {label}
      </ToggleChip>
    );
  };
  return (
    <FilterBar
      search={<SearchField label="Search payments" value={filter.q} onSearch={search} />}
      order={order}
      aside={<SavedViews path="/payments" />}
      {...useSetFilters('/payments')}
    >
      {chip('direction', 'incoming', 'Incoming')}
      {chip('direction', 'outgoing', 'Outgoing')}
      <span aria-hidden />
      {(Object.keys(PAYMENT_STATUS_NAMES) as Payment['status'][]).map((status) =>
        chip('status', status, PAYMENT_STATUS_NAMES[status]),
      )}
      {chip('open', true, 'Open')}
      {chip('overdue', true, 'Overdue')}
      {isOpenedWith && (
        <Suspense>
          <LinkFilterChips />
        </Suspense>
      )}
      <span aria-hidden />
      {chip('shared', true, 'Include shared')}
    </FilterBar>
  );
}
