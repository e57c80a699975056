import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import type { Input } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { scopeOf } from '../api/scope.js';
import { useFormats } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { DayRange } from '../ui/fields/day-range.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { RemovableChip } from '../ui/removable-chip.js';
import { OnlyMine } from '../ui/tables/only-mine.js';
import { type Selection, useSelection } from '../ui/tables/selection.js';
import { totalText } from '../ui/tables/total-text.js';
import { CopyButton } from './copy-button.js';
import { ViewCountTable } from './view-count-table.js';

/** Maximum selected view counts whose text can be copied; the operation accepts this many. */
const CHOSEN_MAX = 100;

/** Every view count of every deal, latest first. */
export function ViewsPage() {
  const [{ mine, ...asked }] = useFilter('/views');
  const { count } = useFormats();
  const input = { ...asked, scope: scopeOf(mine) };
  const viewCounts = useList('deals.view_logs', input);
  const isFiltered = Object.keys(asked).length > 0;
  const selection = useSelection(CHOSEN_MAX);
  const { total } = viewCounts;
  return (
    <Page width="list">
      <PageHead
        title="Views"
        about={<p aria-live="polite">{total !== undefined && totalText(total, 'view count', { isFiltered, count })}</p>}
        actions={<CopyViewCounts of={input} selection={selection} />}
      />
      <ViewCountFilters />
      <ViewCountTable
        withDeal
        selection={selection}
        list={viewCounts}
        empty={
          mine
            ? 'No view counts of your own deals yet. Record them on Today.'
            : 'No view counts yet. Record them on Today.'
        }
        emptyAction={
          <Link to="/today" className={buttonClass('primary')}>
            Go to Today
          </Link>
        }
        noMatch={isFiltered && 'No matching view counts'}
      />
    </Page>
  );
}

interface CopyViewCountsProps {
  readonly of: Omit<Input<'deals.view_logs'>, 'limit' | 'offset'>;
  readonly selection: Selection;
}

/** Copies the text of the selected view counts, or of all listed ones if none is selected. */
function CopyViewCounts({ of, selection: { ids, clear } }: CopyViewCountsProps) {
  const { count } = useFormats();
  if (ids.size === 0) return <CopyButton of={of} none="No view counts to copy." />;
  const chosen = { scope: 'mine-and-shared' as const, logIds: [...ids].join(',') };
  return (
    <>
      <Button kind="quiet" onClick={clear}>
        Clear selection
      </Button>
      <CopyButton of={chosen} none="The selected counts no longer exist." label={`Copy text of ${count(ids.size)}`} />
    </>
  );
}

function ViewCountFilters() {
  const [filter, setFilter] = useFilter('/views');
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  return (
    <FilterBar
      search={<SearchField label="Search view counts" value={filter.q} onSearch={search} />}
      {...useSetFilters('/views')}
    >
      <DayRange from={filter.from} to={filter.to} onChange={setFilter} />
      {filter.brand !== undefined && (
        <RemovableChip onRemove={() => setFilter({ brand: undefined })}>{filter.brand}</RemovableChip>
      )}
      <OnlyMine isOn={filter.mine} onToggle={(mine) => setFilter({ mine })} />
    </FilterBar>
  );
}
