import {
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TypedViewCounts } from '../record-views/typed-view-counts.js';
import { useKeyTexts } from '../shell/shortcuts.js';
import { useWindowRows } from '../ui/tables/window-rows.js';
import { DueRow, type RowActions } from './due-row.js';
import type { DueView } from './due-rows.js';
import { RecordAll } from './record-all.js';

const ROW_HEIGHT = 72;
const FRAMES_MAX = 20;

const ROW_CLASS = 'absolute inset-x-0 top-0';
const LINED_ROW_CLASS = `${ROW_CLASS} border-b border-line`;

const KEYS = {
  Enter: 'Save and go to next count',
  'Shift Enter': 'Save and stay',
  '↓': 'Next count',
  '↑': 'Previous count',
  'Ctrl Enter': 'Save all typed counts',
  Esc: 'Clear count, then leave its field',
  'Ctrl Z': 'Undo last count',
} as const;

interface DueListProps {
  readonly items: readonly DueView[];
  readonly today: string;
  /** Date of the view counts; undefined means now. */
  readonly asOf: string | undefined;
  readonly typedViewCounts: TypedViewCounts;
  readonly readMore: () => void;
}

/** The rows, of which only visible ones are drawn, and the movement of the focus. Each row handles its own count. */
export const DueList = memo(function DueList({ items, today, asOf, typedViewCounts, readMore }: DueListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const { rows, keepField, focusRow } = useRows(listRef, items, readMore);
  const actions = useRowActions({ items, asOf, typedViewCounts, focusRow });
  useUndoKey(typedViewCounts, actions.undo);
  useRowKeys(listRef, actions);
  useKeyTexts(KEYS);
  useEffect(() => focusRow(0), [focusRow]);

  return (
    <>
      <div
        ref={listRef}
        role="list"
        aria-label="Due view checks"
        style={{ height: rows.getTotalSize() }}
        className="relative"
      >
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const due = items[index];
          return (
            due && (
              <div
                key={key}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={index + 1}
                data-index={index}
                data-deal={due.dealId}
                tabIndex={-1}
                ref={rows.measureElement}
                className={index < items.length - 1 ? LINED_ROW_CLASS : ROW_CLASS}
                style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
              >
                <DueRow
                  due={due}
                  index={index}
                  today={today}
                  asOf={asOf}
                  typedViewCounts={typedViewCounts}
                  actions={actions}
                  onField={keepField}
                />
              </div>
            )
          );
        })}
      </div>
      <RecordAll items={items} typedViewCounts={typedViewCounts} onRecord={actions.enterAll} />
    </>
  );
});

/** The visible rows, loading more near the end, and the focus in a row's field. */
function useRows(listRef: RefObject<HTMLDivElement | null>, items: readonly DueView[], readMore: () => void) {
  const fields = useRef(new Map<number, HTMLInputElement>());
  const keepField = useCallback((index: number, field: HTMLInputElement | null): void => {
    if (field) fields.current.set(index, field);
    else fields.current.delete(index);
  }, []);
  const drawsBeyond = useIsPainted();
  const keyOf = (index: number): string | number => items[index]?.videoId ?? index;
  const rows = useWindowRows(listRef, { count: items.length, rowHeight: ROW_HEIGHT, readMore, keyOf, drawsBeyond });
  const focusRow = useCallback(
    function focus(index: number, frames = FRAMES_MAX): void {
      const field = fields.current.get(index);
      if (field) {
        field.focus({ preventScroll: true });
        field.select();
        field.scrollIntoView({ block: 'nearest' });
        return;
      }
      rows.scrollToIndex(index, { align: 'center' });
      if (frames > 0) requestAnimationFrame(() => focus(index, frames - 1));
    },
    [rows],
  );
  return { rows, keepField, focusRow };
}

/** Whether the first rows are on the screen: later ones are drawn after them. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted;
}

interface RowActionOptions extends Pick<DueListProps, 'items' | 'asOf' | 'typedViewCounts'> {
  readonly focusRow: (index: number) => void;
}

/** Stable while the user types, so that no row is drawn for another one. */
function useRowActions(options: RowActionOptions): RowActions {
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });
  return useMemo(() => {
    return {
      move(index, step) {
        const { items, focusRow } = current.current;
        if (items[index + step]) focusRow(index + step);
      },
      focus: (index) => current.current.focusRow(index),
      enterAll() {
        const { items, typedViewCounts, asOf, focusRow } = current.current;
        const ids = typedViewCounts.typed();
        const typed = items.flatMap((due, index) => (ids.has(due.videoId) ? [{ due, index }] : []));
        const [asking] = typed.filter(({ due }) => !typedViewCounts.enter(due, asOf));
        const last = typed.at(-1);
        if (last) focusRow(asking?.index ?? Math.min(last.index + 1, items.length - 1));
      },
      fill(index, lines) {
        const { items, typedViewCounts } = current.current;
        for (const [step, line] of lines.entries()) {
          const due = items[index + step];
          if (due) typedViewCounts.type(due, line);
        }
      },
      undo() {
        const { items, typedViewCounts, focusRow } = current.current;
        void typedViewCounts.undo().then((row) => {
          const index = items.findIndex(({ videoId }) => videoId === row?.videoId);
          if (row && index >= 0) focusRow(index);
        });
      },
    };
  }, []);
}

/** Keys of a row whose field was left: back into it, or to another row's. */
function useRowKeys(listRef: RefObject<HTMLElement | null>, { move, focus }: RowActions): void {
  useEffect(() => {
    const list = listRef.current;
    const onKey = (event: KeyboardEvent): void => {
      const row = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
      const act = {
        Enter: focus,
        ArrowDown: (index: number) => move(index, 1),
        ArrowUp: (index: number) => move(index, -1),
      }[event.key];
      if (row === undefined || !act) return;
      event.preventDefault();
      act(Number(row));
    };
    list?.addEventListener('keydown', onKey);
    return () => list?.removeEventListener('keydown', onKey);
  }, [listRef, move, focus]);
}

/**
 * While the last count can be undone, Ctrl Z does that regardless of the focused field, because the next one may contain pasted text. Otherwise the
 * browser handles it.
 */
function useUndoKey(typedViewCounts: TypedViewCounts, undo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || !typedViewCounts.canUndo()) return;
      if (event.target instanceof HTMLElement && event.target.closest('[role=dialog]')) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [typedViewCounts, undo]);
}
