import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useList } from '../api/queries.js';
import { given } from '../search-parameters.js';
import { useFormats, useToday } from '../shell/account.js';
import { ToggleChip } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SearchField } from '../ui/search-field.js';
import { CopyButton } from './copy-button.js';
import { ReadingTable } from './reading-table.js';

interface ReadingFilter {
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
  readonly shared?: true;
}

/** The ledger: every reading of every deal, latest first. */
export function ViewsPage() {
  const filter: ReadingFilter = useSearch({ from: '/app/views' });
  const { count } = useFormats();
  const { shared, ...asked } = filter;
  const input = { ...asked, scope: shared ? ('mine-and-shared' as const) : ('mine' as const) };
  const readings = useList('deals.view_logs', input);
  const isFiltered = Object.keys(asked).length > 0;
  const { total } = readings;
  return (
    <div className="mx-auto max-w-7xl">
      <PageHead
        title="Views"
        about={
          <p aria-live="polite">
            {total !== undefined &&
              `${count(total)} ${total === 1 ? 'reading' : 'readings'}${isFiltered ? ' match' : ''}`}
          </p>
        }
        actions={<CopyButton of={input} none="There is no reading to copy." />}
      />
      <ReadingFilters filter={filter} />
      {readings.isError ? (
        <PageError error={readings.error} />
      ) : (
        <ReadingTable
          withDeal
          items={readings.items}
          total={total}
          isPending={readings.isPending}
          readMore={readings.readMore}
          canDelete={(reading) => reading.editable && !shared}
          empty={
            <EmptyState>{isFiltered ? 'No reading matches.' : 'Counts that you record on Today come here.'}</EmptyState>
          }
        />
      )}
    </div>
  );
}

function ReadingFilters({ filter }: { readonly filter: ReadingFilter }) {
  const navigate = useNavigate();
  const today = useToday();
  const setFilter = useCallback(
    (changed: { readonly [Name in keyof ReadingFilter]?: ReadingFilter[Name] | undefined }) => {
      void navigate({ to: '/views', search: given({ ...filter, ...changed }), replace: true });
    },
    [navigate, filter],
  );
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  const dayField = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-1.5 text-soft">
      {label}
      <input
        type="date"
        max={today}
        value={filter[name] ?? ''}
        onChange={(event) => setFilter({ [name]: event.currentTarget.value || undefined })}
        className="rounded-md border border-line-strong bg-surface px-2 py-1 text-ink pointer-coarse:min-h-11"
      />
    </label>
  );
  return (
    <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <SearchField label="Search readings" value={filter.q} onSearch={search} />
      {dayField('from', 'From')}
      {dayField('to', 'to')}
      <ToggleChip
        isOn={filter.shared === true}
        onToggle={() => setFilter({ shared: filter.shared ? undefined : true })}
      >
        With those shared with me
      </ToggleChip>
    </div>
  );
}
