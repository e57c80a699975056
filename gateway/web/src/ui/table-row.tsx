import { memo } from 'react';
import { classNames } from './class-names.js';
import type { Column } from './data-table.js';
import { RowChoice } from './row-choice.js';

interface RowProps<Each> {
  readonly columns: readonly Column<Each>[];
  readonly item: Each;
  readonly index: number;
  readonly id: string;
  readonly isChosen: boolean;
  /** Absent where rows cannot be chosen. */
  readonly onToggle: ((id: string) => void) | undefined;
}

/** Scrolling draws those rows alone that come into view: the others are the same as before. */
export const Row = memo(PlainRow) as typeof PlainRow;

function PlainRow<Each>({ columns, item, index, id, isChosen, onToggle }: RowProps<Each>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="grid items-center gap-x-4 px-3 py-(--row-padding) hover:bg-sunken max-sm:grid-cols-2 sm:min-h-(--row) sm:grid-cols-[var(--tracks)]"
    >
      {onToggle && <RowChoice label={`Select row ${index + 1}`} isChosen={isChosen} onToggle={() => onToggle(id)} />}
      {columns.map((column, position) => (
        <Cell key={column.id} column={column} isFirst={position === 0} item={item} />
      ))}
    </div>
  );
}

interface CellProps<Each> {
  readonly column: Column<Each>;
  readonly isFirst: boolean;
  readonly item: Each;
}

function Cell<Each>({ column: { title, isNumeric, isLong, cell }, isFirst, item }: CellProps<Each>) {
  const content = cell(item);
  const isEmpty = content === null || content === false || content === '';
  return (
    <div
      role="cell"
      className={classNames(
        'min-w-0 max-sm:[overflow-wrap:anywhere]',
        isNumeric && 'tabular-nums sm:text-right',
        isFirst ? 'max-sm:col-span-2' : 'max-sm:flex max-sm:items-baseline max-sm:text-[13px]',
        isLong && 'max-sm:col-span-2',
        title === '' && 'max-sm:col-start-2 max-sm:justify-end',
        // A card has no place for what is not there.
        isEmpty && 'max-sm:hidden',
      )}
    >
      {!isFirst && (
        <span aria-hidden className="mr-1.5 shrink-0 whitespace-nowrap text-soft sm:hidden">
          {title}
        </span>
      )}
      {content}
    </div>
  );
}
