import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Input } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { given } from '../search-parameters.js';
import { useFormats, useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ToggleChip } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SearchField } from '../ui/search-field.js';
import { useSelection, type Selection } from '../ui/selection.js';
import { CopyButton } from './copy-button.js';
import { ReadingTable } from './reading-table.js';

interface ReadingFilter {
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
  readonly shared?: true;
}

/** Readings whose text can be copied by choosing them one by one; the operation takes so many. */
const CHOSEN_MAX = 100;

/** The ledger: every reading of every deal, latest first. */
export function ViewsPage() {
  const filter: ReadingFilter = useSearch({ from: '/app/views' });
  const { count } = useFormats();
  const { shared, ...asked } = filter;
  const input = { ...asked, scope: shared ? ('mine-and-shared' as const) : ('mine' as const) };
  const readings = useList('deals.view_logs', input);
  const isFiltered = Object.keys(asked).length > 0;
  const selection = useSelection(CHOSEN_MAX);
  const { total } = readings;
  return (
    <div className="mx-auto max-w-7xl">
      <PageHead
        title="Views"
        about={
          <p aria-live="polite">
            {total !== undefined &&
              `${count(total)} ${total === 1 ? 'view count' : 'view counts'}${isFiltered ? ' match' : ''}`}
          </p>
        }
        actions={<CopyReadings of={input} selection={selection} />}
      />
      <ReadingFilters filter={filter} />
      {readings.isError ? (
        <PageError error={readings.error} />
      ) : (
        <ReadingTable
          withDeal
          selection={selection}
          items={readings.items}
          total={total}
          isPending={readings.isPending}
          readMore={readings.readMore}
          canDelete={(reading) => reading.editable && !shared}
          empty={
            <EmptyState>
              {isFiltered ? 'No matching view counts' : 'No view counts yet. Record them on Today.'}
            </EmptyState>
          }
        />
      )}
    </div>
  );
}

interface CopyReadingsProps {
  readonly of: Omit<Input<'deals.view_logs'>, 'limit' | 'offset'>;
  readonly selection: Selection;
}

/** Copies the text of the readings that are chosen; of all that are listed while none is. */
function CopyReadings({ of, selection: { ids, clear } }: CopyReadingsProps) {
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
      <SearchField label="Search view counts" value={filter.q} onSearch={search} />
      {dayField('from', 'From')}
      {dayField('to', 'to')}
      <ToggleChip
        isOn={filter.shared === true}
        onToggle={() => setFilter({ shared: filter.shared ? undefined : true })}
      >
        Include shared
      </ToggleChip>
    </div>
  );
}
