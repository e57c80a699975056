import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import type { Column } from './column.js';
import { directionOf, nextSort, type Sorting } from './sorting.js';
import { AFTER_FIGURES, isAfterFigures } from './table-layout.js';

interface TableHeadProps<Each> {
  readonly columns: readonly Column<Each>[];
  readonly sorting: Sorting | undefined;
  /** The control that selects all rows, if rows can be selected. */
  readonly choice: ReactNode;
}

/** Stays visible while the rows scroll below it. On phones it exists only for screen readers. */
export function TableHead<Each>({ columns, sorting, choice }: TableHeadProps<Each>) {
  return (
    <div role="rowgroup" className="z-10 rounded-t-md bg-surface max-sm:sr-only sm:sticky sm:top-0">
      <div
        role="row"
        aria-rowindex={1}
        className="grid grid-cols-[var(--tracks)] items-center gap-x-4 border-b border-line px-3 py-2 text-[13px] font-medium text-soft"
      >
        {choice && <div role="columnheader">{choice}</div>}
        {columns.map((column, position) => (
          <ColumnHead
            key={column.id}
            column={column}
            sorting={sorting}
            isAfterFigures={isAfterFigures(columns, position)}
          />
        ))}
      </div>
    </div>
  );
}

interface ColumnHeadProps<Each> {
  readonly column: Column<Each>;
  readonly sorting: Sorting | undefined;
  readonly isAfterFigures: boolean;
}

function ColumnHead<Each>({ column, sorting, isAfterFigures }: ColumnHeadProps<Each>) {
  const { title, sort, isNumeric, isDate } = column;
  const alignment = classNames(isNumeric && 'text-right', isAfterFigures && AFTER_FIGURES);
  if (!sorting || sort === undefined) {
    return (
      <div role="columnheader" className={alignment}>
        {title}
      </div>
    );
  }
  const direction = directionOf(sorting.sort, sort);
  return (
    <div role="columnheader" aria-sort={direction ?? 'none'} className={alignment}>
      <span className="sm:hidden">{title}</span>
      <button
        type="button"
        onClick={() => sorting.onSort(nextSort(sorting.sort, { sort, startsHigh: isNumeric || isDate }))}
        className={classNames(
          '-mx-1 -my-1 inline-flex items-center align-top gap-0.5 rounded px-1 py-1 hover:bg-sunken hover:text-ink max-sm:hidden pointer-coarse:min-h-11',
          // The arrow comes before a number, so that the title stays above the figures.
          isNumeric && 'flex-row-reverse',
          direction && 'text-ink',
        )}
      >
        {title}
        {direction && (
          <ChevronDown size={14} aria-hidden className={classNames(direction === 'ascending' && 'rotate-180')} />
        )}
      </button>
    </div>
  );
}
