import { lazy, Suspense } from 'react';
import type { Output } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats } from '../shell/account.js';
import { ToggleChip } from '../ui/chip.js';
import { PageHead } from '../ui/page-head.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import { useSelection } from '../ui/selection.js';
import { useFilter } from '../use-filter.js';
import { PAYMENT_STATUS_NAMES, type Payment } from './payment-texts.js';
import { PaymentTable } from './payment-table.js';

// Most visits choose no row.
const PaymentBulkBar = lazy(async () => ({ default: (await import('./payment-bulk-bar.js')).PaymentBulkBar }));

type Totals = Output<'payments.list_all'>['totals'][number];

/** What all deals bring and cost. */
export function PaymentsPage() {
  const [{ shared, sort, ...asked }, setFilter] = useFilter('/payments');
  const { count } = useFormats();
  const payments = useList('payments.list_all', {
    ...asked,
    ...(sort && { sort }),
    scope: shared ? 'mine-and-shared' : 'mine',
  });
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(payments.items, selection);
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <div className="mx-auto max-w-7xl">
      <PageHead
        title="Payments"
        about={
          <p aria-live="polite">
            {payments.total !== undefined &&
              `${count(payments.total)} ${payments.total === 1 ? 'payment' : 'payments'}${isFiltered ? ' match' : ''}`}
          </p>
        }
      />
      <PaymentFilters />
      {!payments.isError && <Sums totals={payments.pages[0]?.totals ?? []} />}
      <PaymentTable
        list={payments}
        canEdit={({ access }) => access.canEdit}
        dealOf={({ deal }) => deal}
        sorting={{ sort, onSort: (sort) => setFilter({ sort }) }}
        opensRows
        selection={selection}
        empty="No payments yet. Add them on a deal's Money tab."
        noMatch={isFiltered && 'No matching payments'}
      />
      {chosen.length > 0 && (
        <Suspense>
          <PaymentBulkBar ids={chosen} selection={selection} />
        </Suspense>
      )}
    </div>
  );
}

function PaymentFilters() {
  const [filter, setFilter] = useFilter('/payments');
  const chip = <Name extends keyof typeof filter>(name: Name, value: (typeof filter)[Name] & {}, label: string) => {
    const isOn = filter[name] === value;
    return (
      <ToggleChip key={String(value)} isOn={isOn} onToggle={() => setFilter({ [name]: isOn ? undefined : value })}>
        {label}
      </ToggleChip>
    );
  };
  return (
    <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
      {chip('direction', 'incoming', 'Incoming')}
      {chip('direction', 'outgoing', 'Outgoing')}
      <span className="w-2" aria-hidden />
      {(Object.keys(PAYMENT_STATUS_NAMES) as Payment['status'][]).map((status) =>
        chip('status', status, PAYMENT_STATUS_NAMES[status]),
      )}
      {chip('overdue', true, 'Overdue')}
      <span className="w-2" aria-hidden />
      {chip('shared', true, 'Include shared')}
      <span className="ml-auto">
        <SavedViews path="/payments" />
      </span>
    </div>
  );
}

/** What the payments come to, currency by currency: amounts of different ones are never added up. */
function Sums({ totals }: { readonly totals: readonly Totals[] }) {
  if (totals.length === 0) return null;
  return (
    <ScrollRegion label="Sums" className="mb-4 overflow-x-auto">
      <table className="w-full max-w-3xl text-right tabular-nums">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              Sums
            </th>
            {['Expected', 'Invoiced', 'Of which overdue', 'Paid'].map((name) => (
              <th key={name} scope="col" className="py-1 pl-4 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((of) => (
            <SumsOfCurrency key={of.currency} of={of} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SumsOfCurrency({ of }: { readonly of: Totals }) {
  return (
    <>
      <SumsRow
        name={`Incoming, ${of.currency}`}
        currency={of.currency}
        amounts={[of.expected, of.invoiced, of.overdue, of.paid]}
      />
      <SumsRow
        name={`Outgoing, ${of.currency}`}
        currency={of.currency}
        amounts={[of.outgoingExpected, of.outgoingInvoiced, of.outgoingOverdue, of.outgoingPaid]}
      />
    </>
  );
}

interface SumsRowProps {
  readonly name: string;
  readonly currency: string;
  readonly amounts: readonly number[];
}

function SumsRow({ name, currency, amounts }: SumsRowProps) {
  const { money } = useFormats();
  if (amounts.every((amount) => amount === 0)) return null;
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
        {name}
      </th>
      {amounts.map((amount, index) => (
        <td key={index} className="py-1.5 pl-4 whitespace-nowrap">
          {amount === 0 ? '–' : money(amount, currency)}
        </td>
      ))}
    </tr>
  );
}
