import type { Sorting } from './sorting.js';

interface SortSelectProps {
  /** The list's sort keys. */
  readonly fields: readonly { readonly title: string; readonly sort: string }[];
  /** The list's default order. */
  readonly byDefault: string;
  readonly sorting: Sorting;
}

/** The order of a list without clickable column heads. */
export function SortSelect({ fields, byDefault, sorting: { sort, onSort } }: SortSelectProps) {
  return (
    <div className="flex items-center gap-2 text-soft">
      <span aria-hidden>Sort</span>
      <select
        aria-label="Sort"
        value={sort ?? ''}
        onChange={(event) => onSort(event.currentTarget.value || undefined)}
        className="min-h-(--control) rounded-md border border-line-strong bg-surface px-2 text-ink"
      >
        <option value="">{byDefault}</option>
        {fields.flatMap(({ title, sort: field }) => [
          <option key={field} value={field}>
            {title}, ascending
          </option>,
          <option key={`-${field}`} value={`-${field}`}>
            {title}, descending
          </option>,
        ])}
      </select>
    </div>
  );
}
