import type { Sorting } from './sorting.js';

interface SortSelectProps {
  /** The list's columns, some of which have a sort key. */
  readonly fields: readonly { readonly title: string; readonly sort?: string }[];
  readonly sorting: Sorting;
}

/** The order of a list without clickable column heads. */
export function SortSelect({ fields, sorting: { sort, onSort, byDefault = 'Newest first' } }: SortSelectProps) {
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
        {fields.flatMap(({ title, sort: field }) =>
          field === undefined
            ? []
            : [
                <option key={field} value={field}>
                  {title}, ascending
                </option>,
                <option key={`-${field}`} value={`-${field}`}>
                  {title}, descending
                </option>,
              ],
        )}
      </select>
    </div>
  );
}
