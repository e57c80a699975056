import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { moveKeys, useKeys } from '../shell/shortcuts.js';
import { classNames } from './class-names.js';
import { openRow } from './open-row.js';
import { AllRowsChoice } from './row-choice.js';
import type { Selection } from './selection.js';
import { SkeletonRows } from './skeleton.js';
import type { Sorting } from './sorting.js';
import { SortChoice, TableHead } from './table-head.js';
import { Row } from './table-row.js';

const ROWS_BEYOND = 10;
/** Rows before the end of what has been read at which more is asked for. */
const READ_AHEAD = 60;
/** Pixels that the head covers of what scrolls below it. */
const HEAD_HEIGHT = 44;

// What the keyboard leads to stops short of the head.
const BODY_CLASS = 'relative sm:[&_:is(a,button,input)]:scroll-mt-11';
const OPENED_CLASS = '[&_[data-index]:has(a:not([target]))]:cursor-pointer';

export interface Column<Each> {
  readonly id: string;
  readonly title: string;
  /** Width as a track of a CSS grid: `8rem`, `minmax(0,1fr)`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** Takes a whole line of a card. */
  readonly isLong?: boolean;
  /** The name by which the server sorts the list by it, where it does. */
  readonly sort?: string;
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
  /** Whether a click beside links and buttons opens the record of a row. */
  readonly opensRows?: boolean;
  /** The order of the rows, where it can be chosen. */
  readonly sorting?: Sorting;
}

/**
 * Rows of a list, of which only those in view are drawn. `j` and `k` move through the first link or button of each row. Below 640 px a
 * row is a card, in which each value stands beside its title.
 */
export function DataTable<Each>({ isPending, empty, ...table }: DataTableProps<Each>) {
  const {
    label,
    columns,
    items,
    keyOf,
    total,
    readMore,
    groupOf,
    rowKeys = {},
    selection,
    sorting,
    opensRows = false,
  } = table;
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
    <>
      {sorting && <SortChoice columns={columns} sorting={sorting} />}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        className="rounded-md border border-line bg-surface"
        style={tracks}
      >
        <TableHead
          columns={columns}
          sorting={sorting}
          choice={selection && <AllRowsChoice ids={items.map(keyOf)} selection={selection} />}
        />
        <div
          ref={body}
          role="rowgroup"
          className={classNames(BODY_CLASS, opensRows && OPENED_CLASS)}
          style={{ height: rows.getTotalSize() }}
          {...(opensRows && { onClick: openRow })}
        >
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
    </>
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
    scrollPaddingStart: HEAD_HEIGHT,
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
