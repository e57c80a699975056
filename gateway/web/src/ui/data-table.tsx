import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { moveKeys, useKeys } from '../shell/shortcuts.js';
import { classNames } from './class-names.js';
import type { Selection } from './selection.js';
import { SkeletonRows } from './skeleton.js';

const ROWS_BEYOND = 10;
/** Rows before the end of what has been read at which more is asked for. */
const READ_AHEAD = 60;

export interface Column<Each> {
  readonly id: string;
  readonly title: string;
  /** Width as a track of a CSS grid: `8rem`, `minmax(0,1fr)`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** Takes a whole line of a card. */
  readonly isLong?: boolean;
  readonly cell: (item: Each) => ReactNode;
}

export type RowKeys<Each> = Readonly<Record<string, { readonly about: string; readonly run: (item: Each) => void }>>;

export interface DataTableProps<Each> {
  readonly label: string;
  readonly columns: readonly Column<Each>[];
  readonly items: readonly Each[];
  readonly keyOf: (item: Each) => string;
  readonly total: number | undefined;
  readonly isPending: boolean;
  /** Asks for more rows; called when the end of those that are there comes near. */
  readonly readMore: () => void;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
  /** What stands above the first row of each group; the rows of a group follow each other. */
  readonly groupOf?: (item: Each) => string;
  /** What single keys do with the row that has the focus. */
  readonly rowKeys?: RowKeys<Each>;
  /** The rows that are chosen, where rows can be; `x` chooses the one that has the focus. */
  readonly selection?: Selection;
}

/**
 * Rows of a list, of which only those in view are drawn. `j` and `k` move through the first link or button of each row. Below 640 px a
 * row is a card, in which each value stands beside its title.
 */
export function DataTable<Each>({ isPending, empty, ...table }: DataTableProps<Each>) {
  const { label, columns, items, keyOf, total, readMore, groupOf, rowKeys = {}, selection } = table;
  const body = useRef<HTMLDivElement>(null);
  const rows = useRowsInView(body, items.length, readMore);
  const selectionKeys: RowKeys<Each> = selection
    ? { x: { about: 'Select row', run: (item) => selection.toggle(keyOf(item)) } }
    : {};
  useRowKeys(body, items, { ...rowKeys, ...selectionKeys }, (index) => rows.scrollToIndex(index));

  const widths = [...(selection ? ['1.5rem'] : []), ...columns.map(({ width }) => width)];
  const tracks = { '--tracks': widths.join(' ') } as Record<string, string>;
  if (isPending) return <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />;
  if (items.length === 0) return empty;
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="rounded-md border border-line bg-surface"
      style={tracks}
    >
      <HeadRow columns={columns} withSelection={selection !== undefined} />
      <div ref={body} role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const before = items[index - 1];
          const group = groupOf?.(item);
          const isFirst = before === undefined || groupOf?.(before) !== group;
          return (
            <div
              key={keyOf(item)}
              role="presentation"
              data-index={index}
              ref={rows.measureElement}
              className="absolute inset-x-0 top-0 border-b border-line last:border-b-0"
              style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
            >
              {group !== undefined && isFirst && <GroupHead>{group}</GroupHead>}
              <Row
                columns={columns}
                item={item}
                index={index}
                id={keyOf(item)}
                isChosen={selection?.ids.has(keyOf(item)) ?? false}
                onToggle={selection?.toggle}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Knows which rows are in view, and asks for more before the last of them is. */
function useRowsInView(body: { readonly current: HTMLElement | null }, count: number, readMore: () => void) {
  const offset = useRef(0);
  const [rowHeight] = useState(readRowHeight);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
    scrollMargin: offset.current,
  });
  // Asking for it has the page laid out at once, which takes most of a frame; nothing above the list moves while it scrolls.
  useLayoutEffect(() => {
    if (!rows.isScrolling) offset.current = body.current?.offsetTop ?? 0;
  });
  const lastShown = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= count - READ_AHEAD) readMore();
  }, [lastShown, count, readMore]);
  return rows;
}

interface HeadRowProps<Each> {
  readonly columns: readonly Column<Each>[];
  readonly withSelection: boolean;
}

function HeadRow<Each>({ columns, withSelection }: HeadRowProps<Each>) {
  return (
    <div role="rowgroup" className="max-sm:sr-only">
      <div
        role="row"
        aria-rowindex={1}
        className="grid grid-cols-[var(--tracks)] gap-x-4 border-b border-line px-3 py-2 text-[13px] font-medium text-soft"
      >
        {withSelection && (
          <div role="columnheader">
            <span className="sr-only">Selected</span>
          </div>
        )}
        {columns.map(({ id, title, isNumeric }) => (
          <div key={id} role="columnheader" className={classNames(isNumeric && 'text-right')}>
            {title}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Pixels of a row of one line with its rule, by the density that is chosen. */
function readRowHeight(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) + 1;
}

function GroupHead({ children }: { readonly children: ReactNode }) {
  return (
    <div role="row" className="border-b border-line bg-sunken px-3 py-1.5 text-[13px] font-medium text-soft">
      <div role="cell">{children}</div>
    </div>
  );
}

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
const Row = memo(PlainRow) as typeof PlainRow;

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

/** On cards there is no place for choosing. */
function RowChoice({
  label,
  isChosen,
  onToggle,
}: {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <div role="cell" className="flex max-sm:hidden">
      <input
        type="checkbox"
        aria-label={label}
        title="Press x"
        checked={isChosen}
        onChange={onToggle}
        className="size-4 accent-(--accent) pointer-coarse:size-6"
      />
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

/** `j`, `k` and the arrow keys go from row to row; the keys of rows act on the one that has the focus. */
function useRowKeys<Each>(
  body: { readonly current: HTMLElement | null },
  items: readonly Each[],
  rowKeys: RowKeys<Each>,
  show: (index: number) => void,
): void {
  const focusedIndex = (): number | undefined => {
    const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    return index === undefined ? undefined : Number(index);
  };
  const move = (step: 1 | -1): void => {
    const focused = focusedIndex();
    const index = focused === undefined ? 0 : Math.min(items.length - 1, Math.max(0, focused + step));
    show(index);
    const target = body.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`);
    target?.focus();
  };
  const ofRows = Object.entries(rowKeys).map(([key, { about, run }]) => {
    const runOnFocused = (): void => {
      const item = items[focusedIndex() ?? -1];
      if (item !== undefined) run(item);
    };
    return [key, { about, run: runOnFocused }] as const;
  });
  useKeys({ ...Object.fromEntries(ofRows), ...moveKeys(move) });
}
