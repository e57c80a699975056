import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { lazy, memo, Suspense } from 'react';
import { ToggleChip } from '../ui/chip.js';
import { FilterSelect } from '../ui/fields/filter-select.js';
import { useIsCards } from '../ui/media.js';
import type { DueView } from './due-rows.js';

// Wide screens show the filters themselves.
const FilterBar = lazy(async () => ({ default: (await import('../ui/filter-bar.js')).FilterBar }));

export interface DueFilter {
  readonly owner?: 'mine' | 'shared';
  readonly platform?: DueView['platform'];
  readonly dealId?: string | undefined;
}

export const NO_FILTER: DueFilter = {};

export function matches(due: DueView, { owner, platform, dealId }: DueFilter): boolean {
  if (platform !== undefined && due.platform !== platform) return false;
  if (dealId !== undefined && due.dealId !== dealId) return false;
  return owner === undefined || (due.access?.role === 'owner') === (owner === 'mine');
}

interface DueFiltersProps {
  readonly items: readonly DueView[];
  readonly filter: DueFilter;
  readonly onFilter: (filter: DueFilter) => void;
}

/** Chips for values that occur more than once; drawn again for other checks or another filter, not for each count. */
export const DueFilters = memo(function DueFilters({ items, filter, onFilter }: DueFiltersProps) {
  const platforms = [...new Set(items.map(({ platform }) => platform))].sort();
  const deals = [...new Map(items.map(({ dealId, dealName }) => [dealId, dealName]))];
  const hasShared = items.some(({ access }) => access !== undefined && access.role !== 'owner');
  const change = (changed: { readonly [Name in keyof DueFilter]?: DueFilter[Name] | undefined }): void => {
    const entries = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== undefined);
    onFilter(entries.length === 0 ? NO_FILTER : Object.fromEntries(entries));
  };
  const isPhone = useIsCards();
  if (platforms.length < 2 && deals.length < 2 && !hasShared) return null;
  const filters = (
    <>
      {hasShared &&
        (['mine', 'shared'] as const).map((owner) => (
          <ToggleChip
            key={owner}
            isOn={filter.owner === owner}
            onToggle={() => change({ owner: filter.owner === owner ? undefined : owner })}
          >
            {owner === 'mine' ? 'Mine' : 'Shared with me'}
          </ToggleChip>
        ))}
      {platforms.length > 1 &&
        platforms.map((platform) => (
          <ToggleChip
            key={platform}
            isOn={filter.platform === platform}
            onToggle={() => change({ platform: filter.platform === platform ? undefined : platform })}
          >
            {PLATFORM_NAMES[platform]}
          </ToggleChip>
        ))}
      {deals.length > 1 && (
        <FilterSelect
          label="Deal"
          all="All deals"
          value={filter.dealId}
          choices={deals}
          className="max-w-56"
          onChoose={(dealId) => change({ dealId })}
        />
      )}
    </>
  );
  if (isPhone) {
    return (
      // The height of its button, so that the list stays where it is.
      <div className="min-h-14">
        <Suspense>
          <FilterBar active={Object.keys(filter).length} onClear={() => onFilter(NO_FILTER)}>
            {filters}
          </FilterBar>
        </Suspense>
      </div>
    );
  }
  return (
    <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
      {filters}
    </div>
  );
});
