import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { downloadUrl } from '../api/call.js';
import { useList, useOperation } from '../api/queries.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats } from '../shell/account.js';
import { useNewRecord } from '../shell/new-record.js';
import { Button, buttonClass } from '../ui/button.js';
import { useShownColumns } from '../ui/column-choice.js';
import { ListTable } from '../ui/list-table.js';
import { PageHead } from '../ui/page-head.js';
import { useSelection } from '../ui/selection.js';
import { useFilter } from '../use-filter.js';
import { useDealColumns } from './deal-columns.js';
import type { DealValues } from './deal-fields.js';
import { DealFilters } from './deal-filters.js';
import { DealForm } from './deal-form.js';
import { STATUS_NAMES, type DealStatus } from './deal-texts.js';
import { FromTemplate } from './from-template.js';

// Most visits choose no row.
const DealBulkBar = lazy(async () => ({ default: (await import('./deal-bulk-bar.js')).DealBulkBar }));

/** Every deal: what it is about, how it stands, what it brings. */
export function DealsPage() {
  const [{ shared, sort, ...asked }, setFilter] = useFilter('/deals');
  const deals = useList('deals.list', {
    ...asked,
    ...(sort && { sort }),
    scope: shared ? 'mine-and-shared' : 'mine',
  });
  const isFiltered = Object.keys(asked).length > 0;
  const navigate = useNavigate();
  const [started, setStarted] = useState<Partial<DealValues>>();
  const { shown, choice } = useShownColumns('deals', useDealColumns());
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(deals.items, selection);
  useNewRecord('/deals', 'New deal', () => setStarted({}));

  return (
    <div className="mx-auto max-w-7xl">
      <PageHead
        title="Deals"
        about={<DealsSummary listed={deals.total} isPart={isFiltered && !shared} />}
        actions={
          <>
            <SavedViews path="/deals" />
            {choice}
            <a className={buttonClass()} href={downloadUrl('deals.export', {})} download>
              <Download size={15} aria-hidden /> Export
            </a>
            <span className="flex gap-px">
              <Button kind="primary" onClick={() => setStarted({})} title="Press n">
                <Plus size={15} aria-hidden /> New deal
              </Button>
              <FromTemplate onStart={setStarted} />
            </span>
          </>
        }
      />
      <DealFilters deals={deals.items} />
      <ListTable
        label="Deals"
        list={deals}
        columns={shown}
        keyOf={({ id }) => id}
        sorting={{ sort, onSort: (sort) => setFilter({ sort }) }}
        opensRows
        selection={selection}
        empty="No deals yet. Import links or create a deal."
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import links
          </Link>
        }
        noMatch={isFiltered && 'No matching deals'}
      />
      {chosen.length > 0 && (
        <Suspense>
          <DealBulkBar ids={chosen} selection={selection} />
        </Suspense>
      )}
      {started && (
        <DealForm
          start={started}
          onClose={() => setStarted(undefined)}
          onMade={({ id }) => void navigate({ to: '/deals/$dealId', params: { dealId: id } })}
        />
      )}
    </div>
  );
}

interface DealsSummaryProps {
  /** How many deals are listed; undefined before that is known. */
  readonly listed: number | undefined;
  /** Whether these are some of one's own. */
  readonly isPart: boolean;
}

function DealsSummary({ listed, isPart }: DealsSummaryProps) {
  const { count, money } = useFormats();
  const stats = useOperation('deals.stats', {});
  if (!stats.data) return null;
  const { dealsByStatus, money: amounts, stalledDeals } = stats.data;
  const own = Object.values(dealsByStatus).reduce((sum, each) => sum + each, 0);
  const all = isPart ? own : (listed ?? own);
  if (all === 0) return null;
  return (
    <>
      <span aria-live="polite">
        {isPart && listed !== undefined && `${count(listed)} of `}
        {count(all)} {all === 1 ? 'deal' : 'deals'}
      </span>
      {describeStatuses(dealsByStatus, count)}
      {amounts.map(({ currency, dealsTotal }) => ` · ${money(dealsTotal, currency)}`)}
      {stalledDeals.count > 0 && ` · ${count(stalledDeals.count)} inactive for 14 days`}
    </>
  );
}

/** Such as " · 2 active · 1 completed"; a status without deals is left out. */
function describeStatuses(
  dealsByStatus: Readonly<Record<DealStatus, number>>,
  count: (value: number) => string,
): string {
  const shown = (['active', 'draft', 'completed'] as const).filter((status) => dealsByStatus[status] > 0);
  return shown.map((status) => ` · ${count(dealsByStatus[status])} ${STATUS_NAMES[status].toLowerCase()}`).join('');
}
