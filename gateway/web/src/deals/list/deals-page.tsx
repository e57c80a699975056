import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFilter } from '../../address/use-filter.js';
import { downloadUrl } from '../../api/call.js';
import { useList } from '../../api/queries.js';
import { scopeOf } from '../../api/scope.js';
import { BULK_MAX, chosenIds } from '../../bulk/chosen-ids.js';
import { useNewRecord } from '../../shell/new-record.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { PageHead } from '../../ui/page-head.js';
import { useShownColumns } from '../../ui/tables/column-choice.js';
import { ListTable } from '../../ui/tables/list-table.js';
import { useSelection } from '../../ui/tables/selection.js';
import { SortSelect } from '../../ui/tables/sort-select.js';
import type { Sorting } from '../../ui/tables/sorting.js';
import type { DealValues } from '../form/deal-fields.js';
import { DealForm } from '../form/deal-form.js';
import { useDealColumns } from './deal-columns.js';
import { DealFilters } from './deal-filters.js';
import { DealsSummary, NoOwnDeals } from './deals-summary.js';
import { FromTemplate } from './from-template.js';

// Loaded lazily, because most visits select no row.
const DealBulkBar = lazy(async () => ({ default: (await import('./deal-bulk-bar.js')).DealBulkBar }));

/** The user's deals, and those that others share. */
export function DealsPage() {
  const [{ mine, sort, ...asked }, setFilter] = useFilter('/deals');
  const deals = useList('deals.list', {
    ...asked,
    ...(sort && { sort }),
    scope: scopeOf(mine),
  });
  const isFiltered = Object.keys(asked).length > 0;
  const navigate = useNavigate();
  const [started, setStarted] = useState<Partial<DealValues>>();
  const { shown, choice } = useShownColumns('deals', useDealColumns());
  const sorting: Sorting = { sort, onSort: (sort) => setFilter({ sort }) };
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(deals.items, selection);
  useNewRecord('/deals', 'New deal', () => setStarted({}));

  return (
    <Page width="list">
      <PageHead
        title="Deals"
        stacked="on phones"
        about={
          <div className="max-sm:min-h-10">
            {(isFiltered || deals.total !== 0) && (
              <DealsSummary listed={deals.pages[0]?.total} isFiltered={isFiltered} mine={mine} />
            )}
          </div>
        }
        actions={
          <>
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
      <DealFilters
        deals={deals.items}
        isPending={deals.isPending}
        order={<SortSelect fields={shown} sorting={sorting} />}
      />
      <ListTable
        label="Deals"
        list={deals}
        columns={shown}
        keyOf={({ id }) => id}
        sorting={sorting}
        opensRows
        selection={selection}
        canSelect={({ access }) => access.canEdit}
        empty={mine ? <NoOwnDeals /> : 'No deals yet. Import links or create a deal.'}
        emptyAction={
          <Link to="/import" className={buttonClass('primary')}>
            Import links
          </Link>
        }
        noMatch={isFiltered && 'No matching deals'}
      />
      {chosen.length > 0 && (
        <Suspense>
          <DealBulkBar ids={chosen} only={deals.items.find(({ id }) => id === chosen[0])?.name} selection={selection} />
        </Suspense>
      )}
      {started && (
        <DealForm
          start={started}
          onClose={() => setStarted(undefined)}
          onMade={({ id }) => void navigate({ to: '/deals/$dealId', params: { dealId: id } })}
        />
      )}
    </Page>
  );
}
