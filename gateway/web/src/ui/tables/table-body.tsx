import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { moveKeys, useKeys } from '../../shell/shortcuts.js';
import { classNames } from '../class-names.js';
import { useKeptFocus } from '../kept-focus.js';
import type { Column } from './column.js';
import { onRow, openRow } from './open-row.js';
import { useToggleRow } from './range-choice.js';
import { useReturnedFocus } from './returned-focus.js';
import type { Selection } from './selection.js';
import { Row } from './table-row.js';
import { useWindowRows } from './window-rows.js';

/** Pixels of the scrolling content that the head covers. */
const HEAD_HEIGHT = 44;

// Keyboard scrolling stops short of the head, and buttons make no row higher than those without.
const BODY_CLASS = 'relative sm:[&_:is(a,button,input)]:scroll-mt-11 sm:[&_[role=cell]>button]:-my-1.5';

type RowKeys<Each> = Readonly<Record<string, { readonly about: string; readonly run: (item: Each) => void }>>;

export interface TableBodyProps<Each> {
  readonly columns: readonly Column<Each>[];
  readonly items: readonly Each[];
  readonly keyOf: (item: Each) => string;
  /** Asks for more rows; called near the end of the loaded ones. */
  readonly readMore: () => void;
  /** The heading above the first row of each group; groups are contiguous. */
  readonly groupOf?: (item: Each) => string;
  /** Actions of single keys on the focused row. */
  readonly rowKeys?: RowKeys<Each>;
  /** The selected rows, if rows can be selected; `x` selects the focused one. */
  readonly selection?: Selection;
  readonly canSelect: (item: Each) => boolean;
  /** Whether values are beside their titles. */
  readonly isCard: boolean;
  /** Whether a click outside links and buttons opens a row's record. */
  readonly opensRows?: boolean;
  /** Whether a click anywhere on a row selects it, and does nothing else. */
  readonly isSelecting?: boolean;
}

/** The visible rows. Only this component is drawn again on scrolling. */
export function TableBody<Each>(props: TableBodyProps<Each>) {
  const {
    columns,
    items,
    keyOf,
    readMore,
    groupOf,
    rowKeys = {},
    selection,
    canSelect,
    isCard,
    opensRows = false,
    isSelecting = false,
  } = props;
  const body = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(body);
  const noteRow = useReturnedFocus(body, { items, keyOf });
  const [rowHeight] = useState(readRowHeight);
  const rows = useWindowRows(body, {
    count: items.length,
    rowHeight,
    readMore,
    keyOf: useKeyAt(items, keyOf),
    headHeight: HEAD_HEIGHT,
  });
  const toggle = useToggleRow({ items, keyOf, canSelect, selection });
  const chooseRow = (index: number): void => {
    const item = items[index];
    if (item !== undefined && canSelect(item)) toggle?.(keyOf(item), false);
  };
  const selectionKeys: RowKeys<Each> = selection
    ? { x: { about: 'Select row', run: (item) => canSelect(item) && toggle?.(keyOf(item), false) } }
    : {};
  useRowKeys(body, items, { ...rowKeys, ...selectionKeys }, (index) => rows.scrollToIndex(index));
  return (
    <div
      ref={body}
      role="rowgroup"
      {...focus}
      onClickCapture={isSelecting ? onRow(chooseRow) : noteRow}
      className={classNames(BODY_CLASS, (opensRows || isSelecting) && 'cursor-pointer')}
      style={{ height: rows.getTotalSize() }}
      {...(opensRows && { onClick: openRow })}
    >
      {rows.getVirtualItems().map(({ index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        const before = items[index - 1];
        const group = groupOf?.(item);
        const isFirst = before === undefined || groupOf?.(before) !== group;
        const id = keyOf(item);
        return (
          <Row
            key={id}
            columns={columns}
            item={item}
            index={index}
            id={id}
            top={start - rows.options.scrollMargin}
            isGrouped={groupOf !== undefined}
            group={isFirst ? group : undefined}
            isLast={index === items.length - 1}
            isCard={isCard}
            isChosen={selection?.ids.has(id) ?? false}
            canSelect={canSelect(item)}
            onToggle={toggle}
            measure={rows.measureElement}
          />
        );
      })}
    </div>
  );
}

/** The key of a row by its index: a row that moves takes its measured height along. Stable, or each drawing would lay out all rows again. */
function useKeyAt<Each>(items: readonly Each[], keyOf: (item: Each) => string): (index: number) => string | number {
  const current = useRef(keyOf);
  useLayoutEffect(() => {
    current.current = keyOf;
  });
  return useCallback(
    (index) => {
      const item = items[index];
      return item === undefined ? index : current.current(item);
    },
    [items],
  );
}

/** Pixels of a single-line row with its border, by density. */
function readRowHeight(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) + 1;
}

/** `j`, `k` and the arrow keys move between rows; the rows' keys act on the focused one. */
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
