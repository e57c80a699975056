import { type ReactNode, useCallback, useState } from 'react';
import { useFilter } from '../../address/use-filter.js';
import { useSetFilters } from '../../address/use-set-filters.js';
import { SavedViews } from '../../saved-views/saved-views.js';
import { ToggleChip } from '../../ui/chip.js';
import { FilterSelect } from '../../ui/fields/filter-select.js';
import { SearchField } from '../../ui/fields/search-field.js';
import { FilterBar } from '../../ui/filter-bar.js';
import { OnlyMine } from '../../ui/tables/only-mine.js';
import { type Deal, type DealStatus, STATUS_NAMES } from '../deal-texts.js';

interface DealFiltersProps {
  /** Loaded deals, whose brands and tags can be selected. */
  readonly deals: readonly Deal[];
  /** Whether none has loaded yet. */
  readonly isPending: boolean;
  readonly order: ReactNode;
}

/** Filters of the list of deals. */
export function DealFilters({ deals, isPending, order }: DealFiltersProps) {
  const [filter, setFilter] = useFilter('/deals');
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  const toggle = (name: 'overdue' | 'behindTarget' | 'unpaid', label: string) => (
    <ToggleChip isOn={filter[name] === true} onToggle={() => setFilter({ [name]: filter[name] ? undefined : true })}>
      {label}
    </ToggleChip>
  );
  return (
    <FilterBar
      search={<SearchField label="Search deals" value={filter.q} onSearch={search} />}
      order={order}
      aside={<SavedViews path="/deals" />}
      {...useSetFilters('/deals')}
    >
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filter.status}
        choices={Object.entries(STATUS_NAMES)}
        onChoose={(status) => setFilter({ status: status as DealStatus | undefined })}
      />
      {toggle('overdue', 'Overdue')}
      {toggle('behindTarget', 'Behind pace')}
      {toggle('unpaid', 'Unpaid')}
      <TextChoice
        label="Brand"
        all="All brands"
        value={filter.brand}
        isPending={isPending}
        read={deals.flatMap(({ brand }) => brand ?? [])}
        onChoose={(brand) => setFilter({ brand })}
      />
      <TextChoice
        label="Tag"
        all="All tags"
        value={filter.tag}
        isPending={isPending}
        read={deals.flatMap(({ tags }) => tags)}
        onChoose={(tag) => setFilter({ tag })}
      />
      <OnlyMine isOn={filter.mine} onToggle={(mine) => setFilter({ mine })} />
    </FilterBar>
  );
}

interface TextChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly isPending: boolean;
  /** Texts of the loaded rows. */
  readonly read: readonly string[];
  readonly onChoose: (text: string | undefined) => void;
}

/** A filter by a text of the rows; hidden when there are none. */
function TextChoice({ label, all, value, isPending, read, onChoose }: TextChoiceProps) {
  const texts = useSeen(value === undefined ? read : [value, ...read]);
  if (texts.length === 0 && !isPending) return null;
  return (
    <FilterSelect
      label={label}
      all={all}
      value={value}
      choices={texts.toSorted((one, other) => one.localeCompare(other)).map((text) => [text, text])}
      className="max-w-32"
      onChoose={onChoose}
    />
  );
}

/** All texts so far: a filtered list has few of them, and the others must stay selectable. */
function useSeen(texts: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const all = [...new Set([...seen, ...texts])];
  if (all.length > seen.length) setSeen(all);
  return all;
}
