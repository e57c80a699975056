import type { ReactNode } from 'react';
import { AllRowsChoice } from './row-choice.js';
import type { Selection } from './selection.js';
import { SkeletonRows } from './skeleton.js';
import type { Sorting } from './sorting.js';
import { TableBody } from './table-body.js';
import { SortChoice, TableHead } from './table-head.js';

export interface Column<Each> {
  readonly id: string;
  readonly title: string;
  /** Width as a track of a CSS grid: `8rem`, `minmax(0,1fr)`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** Takes a whole line of a card. */
  readonly isLong?: boolean;
  /** Its parts are side by side. */
  readonly isLine?: boolean;
  /** A button or a menu, in the corner of a card. */
  readonly isCorner?: boolean;
  /** The server's sort key for it, if any. */
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
  /** Asks for more rows; called near the end of the loaded ones. */
  readonly readMore: () => void;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** The heading above the first row of each group; groups are contiguous. */
  readonly groupOf?: (item: Each) => string;
  /** Actions of single keys on the focused row. */
  readonly rowKeys?: RowKeys<Each>;
  /** The selected rows, if rows can be selected; `x` selects the focused one. */
  readonly selection?: Selection;
  /** Which rows can be selected; unset for all of them. */
  readonly canSelect?: (item: Each) => boolean;
  /** Whether a click outside links and buttons opens a row's record. */
  readonly opensRows?: boolean;
  /** The order of the rows, if it can be changed. */
  readonly sorting?: Sorting;
}

/**
 * Rows of a list, drawing only the visible ones. `j` and `k` move through the first link or button of each row. Below 640 px a row is a card, with
 * each value beside its title.
 */
export function DataTable<Each>({ isPending, empty, total, sorting, label, ...body }: DataTableProps<Each>) {
  const { columns, items, keyOf, selection, canSelect = anyRow } = body;
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
          choice={selection && <AllRowsChoice ids={items.filter(canSelect).map(keyOf)} selection={selection} />}
        />
        <TableBody {...body} canSelect={canSelect} />
      </div>
    </>
  );
}

const anyRow = (): boolean => true;
