import { useCallback, useState } from 'react';
import { ToggleChip } from '../ui/chip.js';
import { SearchField } from '../ui/search-field.js';
import { useFilter } from '../use-filter.js';
import { STATUS_NAMES, type Deal, type DealStatus } from './deal-texts.js';

interface DealFiltersProps {
  /** Deals that have been read: their brands and tags can be chosen. */
  readonly deals: readonly Deal[];
}

/** Which deals are listed. */
export function DealFilters({ deals }: DealFiltersProps) {
  const [filter, setFilter] = useFilter('/deals');
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  const toggle = (name: 'overdue' | 'behindTarget' | 'shared', label: string) => (
    <ToggleChip isOn={filter[name] === true} onToggle={() => setFilter({ [name]: filter[name] ? undefined : true })}>
      {label}
    </ToggleChip>
  );
  return (
    <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
      <SearchField label="Search deals" value={filter.q} onSearch={search} />
      {(Object.keys(STATUS_NAMES) as DealStatus[]).map((status) => (
        <ToggleChip
          key={status}
          isOn={filter.status === status}
          onToggle={() => setFilter({ status: filter.status === status ? undefined : status })}
        >
          {STATUS_NAMES[status]}
        </ToggleChip>
      ))}
      {toggle('overdue', 'Overdue')}
      {toggle('behindTarget', 'Behind target')}
      <TextChoice
        label="Brand"
        none="All brands"
        value={filter.brand}
        read={deals.flatMap(({ brand }) => brand ?? [])}
        onChoose={(brand) => setFilter({ brand })}
      />
      <TextChoice
        label="Tag"
        none="All tags"
        value={filter.tag}
        read={deals.flatMap(({ tags }) => tags)}
        onChoose={(tag) => setFilter({ tag })}
      />
      {toggle('shared', 'Include shared')}
    </div>
  );
}

interface TextChoiceProps {
  readonly label: string;
  readonly none: string;
  readonly value: string | undefined;
  /** Texts of the rows that have been read. */
  readonly read: readonly string[];
  readonly onChoose: (text: string | undefined) => void;
}

/** One of the texts that rows have shown; not there before any has. */
function TextChoice({ label, none, value, read, onChoose }: TextChoiceProps) {
  const texts = useSeen(value === undefined ? read : [value, ...read]);
  if (texts.length === 0) return null;
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      className="min-h-7 max-w-32 rounded-full border border-line-strong bg-surface px-2 text-soft pointer-coarse:min-h-11"
    >
      <option value="">{none}</option>
      {texts
        .toSorted((one, other) => one.localeCompare(other))
        .map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
    </select>
  );
}

/** All texts so far: a filter leaves few of them in the rows, and the others can still be chosen. */
function useSeen(texts: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const all = [...new Set([...seen, ...texts])];
  if (all.length > seen.length) setSeen(all);
  return all;
}
