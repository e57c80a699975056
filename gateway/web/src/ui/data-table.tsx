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
  /** Its parts stand side by side. */
  readonly isLine?: boolean;
  /** A button or a menu, in the corner of a card. */
  readonly isCorner?: boolean;
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
  /** Which rows can be chosen; unset for all of them. */
  readonly canSelect?: (item: Each) => boolean;
  /** Whether a click beside links and buttons opens the record of a row. */
  readonly opensRows?: boolean;
  /** The order of the rows, where it can be chosen. */
  readonly sorting?: Sorting;
}

/**
 * Rows of a list, of which only those in view are drawn. `j` and `k` move through the first link or button of each row. Below 640 px a
 * row is a card, in which each value stands beside its title.
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
