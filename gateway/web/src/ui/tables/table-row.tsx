import { memo, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { type Column, NO_VALUE } from './column.js';
import type { ToggleRow } from './range-choice.js';
import { RowChoice } from './row-choice.js';
import { AFTER_FIGURES, isAfterFigures } from './table-layout.js';

interface CellsProps<Each> {
  readonly columns: readonly Column<Each>[];
  readonly item: Each;
  readonly index: number;
  readonly id: string;
  /** Whether values are beside their titles. */
  readonly isCard: boolean;
  readonly isChosen: boolean;
  readonly canSelect: boolean;
  /** Absent if rows cannot be selected. */
  readonly onToggle: ToggleRow | undefined;
}

interface RowProps<Each> extends CellsProps<Each> {
  /** Pixels from the start of the rows. */
  readonly top: number;
  /** Whether the list has groups: a row stays the same element when another becomes the first of its group. */
  readonly isGrouped: boolean;
  /** The heading above the row, the first of its group. */
  readonly group: string | undefined;
  /** Whether no row follows in the list, drawn or not. */
  readonly isLast: boolean;
  /** Receives the element, to measure its height. */
  readonly measure: (element: HTMLElement | null) => void;
}

const PLACE_CLASS = 'absolute inset-x-0 top-0';
const LINE_BELOW_CLASS = 'border-b border-line';
const CELLS_CLASS =
  'grid items-center gap-x-4 px-3 py-(--row-padding) hover:bg-sunken max-sm:grid-flow-dense max-sm:grid-cols-2 max-sm:gap-y-1 max-sm:group-data-selecting/rows:pl-12 sm:grid-cols-[var(--tracks)]';
const ROW_CLASS = `${PLACE_CLASS} ${CELLS_CLASS} sm:min-h-(--row)`;
const LINED_ROW_CLASS = `${PLACE_CLASS} ${CELLS_CLASS} ${LINE_BELOW_CLASS} sm:min-h-[calc(var(--row)+1px)]`;
const LINED_PLACE_CLASS = `${PLACE_CLASS} ${LINE_BELOW_CLASS}`;
/** A button reaches into the space around its line, so that it makes no card higher. */
const BUTTON_CLASS = 'max-sm:col-start-2 max-sm:justify-end max-sm:[&>*]:-my-2.5';
const LINE_CLASS = 'flex items-baseline gap-2';
const GROUPED_CLASS = `${CELLS_CLASS} max-sm:relative sm:min-h-(--row)`;

/**
 * Scrolling draws only rows that come into view, because the others are unchanged. It takes as long as a row has elements and components, so it has
 * few of both.
 */
export const Row = memo(PlainRow) as typeof PlainRow;

function PlainRow<Each>({ top, isGrouped, group, isLast, measure, ...cells }: RowProps<Each>) {
  const { index } = cells;
  const place = { 'data-index': index, ref: measure, style: { transform: `translateY(${top}px)` } };
  if (!isGrouped) {
    return (
      <div role="row" aria-rowindex={index + 2} className={isLast ? ROW_CLASS : LINED_ROW_CLASS} {...place}>
        <Cells {...cells} />
      </div>
    );
  }
  return (
    <div role="presentation" className={isLast ? PLACE_CLASS : LINED_PLACE_CLASS} {...place}>
      {group !== undefined && <GroupHead>{group}</GroupHead>}
      <div role="row" aria-rowindex={index + 2} className={GROUPED_CLASS}>
        <Cells {...cells} />
      </div>
    </div>
  );
}

function GroupHead({ children }: { readonly children: ReactNode }) {
  return (
    <div role="row" className="border-b border-line bg-sunken px-3 py-1.5 text-[13px] font-medium text-soft">
      <div role="cell">{children}</div>
    </div>
  );
}

/** A moved row keeps them unchanged. */
const Cells = memo(PlainCells) as typeof PlainCells;

function PlainCells<Each>({ columns, item, index, id, isCard, isChosen, canSelect, onToggle }: CellsProps<Each>) {
  const hasCorner = columns.some(({ isCorner }) => isCorner);
  return (
    <>
      {onToggle && (
        <RowChoice
          label={`Select row ${index + 1}`}
          isChosen={isChosen}
          isLocked={!canSelect}
          onToggle={(isRange) => onToggle(id, isRange)}
        />
      )}
      {columns.map((column, position) =>
        cellOf(column, {
          content: column.cell(item),
          isCard,
          isFirst: position === 0,
          isAfterFigures: isAfterFigures(columns, position),
          hasCorner,
        }),
      )}
    </>
  );
}

interface CellOptions {
  readonly content: ReactNode;
  readonly isCard: boolean;
  readonly isFirst: boolean;
  readonly isAfterFigures: boolean;
  readonly hasCorner: boolean;
}

/** Not a component, because there would be one for each value. */
function cellOf<Each>(column: Column<Each>, { content, isCard, isFirst, isAfterFigures, hasCorner }: CellOptions) {
  const { id, title, isNumeric, isDate, isLong, isCorner, isLine, isEvident } = column;
  const isEmpty = content === null || content === false || content === '' || content === NO_VALUE;
  return (
    <div
      key={id}
      role="cell"
      className={classNames(
        'min-w-0 max-sm:[overflow-wrap:anywhere]',
        (isNumeric || isDate) && 'tabular-nums',
        isNumeric && 'sm:text-right',
        // A date of another year would make its row higher.
        isDate && 'sm:whitespace-nowrap',
        isAfterFigures && AFTER_FIGURES,
        isFirst ? 'max-sm:col-span-2' : 'max-sm:flex max-sm:items-baseline max-sm:text-[13px]',
        isLine && LINE_CLASS,
        isLong && 'max-sm:col-span-2',
        isFirst && hasCorner && 'max-sm:pr-10',
        isCorner && 'max-sm:absolute max-sm:top-1 max-sm:right-1.5',
        title === '' && !isCorner && BUTTON_CLASS,
        // A card omits empty values.
        isEmpty && 'max-sm:hidden',
      )}
    >
      {isCard && !isFirst && !isEvident && (
        <span aria-hidden className={classNames('shrink-0 whitespace-nowrap text-soft sm:hidden', !isLine && 'mr-1.5')}>
          {title}
        </span>
      )}
      {content}
    </div>
  );
}
