import type { ReactNode } from 'react';
import { useIsCards } from '../media.js';
import { SkeletonRows } from '../skeleton.js';
import { AllRowsChoice } from './row-choice.js';
import type { Sorting } from './sorting.js';
import { TableBody, type TableBodyProps } from './table-body.js';
import { TableHead } from './table-head.js';
import { useTableLayout } from './use-table-layout.js';

export interface DataTableProps<Each> extends Omit<TableBodyProps<Each>, 'canSelect' | 'isCard'> {
  readonly label: string;
  readonly total: number | undefined;
  readonly isPending: boolean;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** Which rows can be selected; unset for all of them. */
  readonly canSelect?: (item: Each) => boolean;
  /** The order of the rows, if it can be changed. */
  readonly sorting?: Sorting;
}

/**
 * Rows of a list, drawing only the visible ones. `j` and `k` move through the first link or button of each row. Below 640 px a row is a card, with
 * each value beside its title.
 */
export function DataTable<Each>({ isPending, empty, total, sorting, label, ...body }: DataTableProps<Each>) {
  const { items, keyOf, readMore, selection, canSelect = anyRow } = body;
  const isCard = useIsCards();
  const { columns, tracks, measure } = useTableLayout(body.columns, items, {
    hasChoice: selection !== undefined,
    isCard,
  });
  if (isPending) return <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />;
  if (items.length === 0) return empty;
  return (
    <>
      <div
        ref={measure}
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        className="rounded-md border border-line bg-surface"
        style={{ '--tracks': tracks } as Record<string, string>}
      >
        <TableHead
          columns={columns}
          sorting={sorting}
          choice={
            selection && (
              <AllRowsChoice
                label="Select all"
                listIds={() => items.filter(canSelect).map(keyOf)}
                isEmpty={!items.some(canSelect)}
                selection={selection}
                readMore={total !== undefined && items.length < total ? readMore : undefined}
              />
            )
          }
        />
        <TableBody {...body} columns={columns} isCard={isCard} canSelect={canSelect} />
      </div>
    </>
  );
}

const anyRow = (): boolean => true;
