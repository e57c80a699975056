import { type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** Rows rendered beyond the visible ones in the direction of scrolling. */
const ROWS_AHEAD = 5;
/** Rows rendered in the other direction: for the focus, which may move to the previous row, and for the first frame after a reversal. */
const ROWS_BEHIND = 2;
/** Rows before the end of the loaded ones at which more are requested. */
const READ_AHEAD = 60;

export interface WindowRowsOptions {
  readonly count: number;
  /** Pixels of a row that is not measured yet. */
  readonly rowHeight: number;
  /** Requests more rows; called near the end of the loaded ones. */
  readonly readMore: () => void;
  /** A row's key, which does not change when it moves; its index when unset. */
  readonly keyOf?: (index: number) => string | number;
  /** Whether rows beyond the visible ones are drawn; true when unset. */
  readonly drawsBeyond?: boolean;
  /** Pixels at the top of the window that a sticky head covers. */
  readonly headHeight?: number;
}

export type WindowRows = Virtualizer<Window, Element>;

/** The rows of a list to draw while the window scrolls over it. */
export function useWindowRows(list: RefObject<HTMLElement | null>, options: WindowRowsOptions): WindowRows {
  const { count, rowHeight, readMore, keyOf, drawsBeyond = true, headHeight = 0 } = options;
  const offset = useRef(0);
  const current = useRef<WindowRows>(undefined);
  const indexesToDraw = useCallback(
    (range: Range) => indexesAround(range, drawsBeyond, current.current?.scrollDirection === 'backward'),
    [drawsBeyond],
  );
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    rangeExtractor: indexesToDraw,
    // The initial window height lets the first rows be drawn with the page, not after it.
    initialRect: { width: innerWidth, height: innerHeight },
    // Extra rows are drawn ahead of scrolling, so that the event itself need not draw them.
    useFlushSync: false,
    // Otherwise a timer is set with each scroll event.
    useScrollendEvent: true,
    scrollPaddingStart: headHeight,
    scrollMargin: offset.current,
    ...(keyOf && { getItemKey: keyOf }),
  });
  current.current = rows;
  // Reading it forces a layout, which takes most of a frame; nothing above the list moves while it scrolls.
  useLayoutEffect(() => {
    if (!rows.isScrolling) offset.current = list.current?.offsetTop ?? 0;
  });
  const lastShown = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= count - READ_AHEAD) readMore();
  }, [lastShown, count, readMore]);
  return rows;
}

function indexesAround({ startIndex, endIndex, count }: Range, drawsBeyond: boolean, isBackward: boolean): number[] {
  const [before, after] = isBackward ? [ROWS_AHEAD, ROWS_BEHIND] : [ROWS_BEHIND, ROWS_AHEAD];
  const first = Math.max(0, startIndex - (drawsBeyond ? before : 0));
  const last = Math.min(count - 1, endIndex + (drawsBeyond ? after : 0));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
