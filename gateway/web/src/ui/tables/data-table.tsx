import { type ReactNode, useState } from 'react';
import { Button } from '../button.js';
import { classNames } from '../class-names.js';
import { useIsCards } from '../media.js';
import { SkeletonRows } from '../skeleton.js';
import { AllRowsChoice } from './row-choice.js';
import type { Sorting } from './sorting.js';
import { TableBody, type TableBodyProps } from './table-body.js';
import { TableHead } from './table-head.js';
import { useTableLayout } from './use-table-layout.js';

export interface DataTableProps<Each> extends Omit<TableBodyProps<Each>, 'canSelect' | 'isCard' | 'isSelecting'> {
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
  const [wantsToSelect, setSelecting] = useState(false);
  // A wide list that becomes narrow keeps its selection in sight.
  const isSelecting = isCard && (wantsToSelect || (selection?.ids.size ?? 0) > 0);
  const { columns, tracks, measure } = useTableLayout(body.columns, items, {
    hasChoice: selection !== undefined,
    isCard,
  });
  if (isPending) {
    return (
      <>
        {/* The room of its button, so that the cards don't move when they come. */}
        {isCard && selection && <CardSelection />}
        <SkeletonRows rows={8} rowClass="flex h-[41px] items-center border-b border-line" />
      </>
    );
  }
  if (items.length === 0) return empty;
  const choice = selection && (
    <AllRowsChoice
      label="Select all"
      listIds={() => items.filter(canSelect).map(keyOf)}
      isEmpty={!items.some(canSelect)}
      selection={selection}
      readMore={total !== undefined && items.length < total ? readMore : undefined}
    />
  );
  return (
    <>
      {isCard && selection && (
        <CardSelection
          all={isSelecting && choice}
          onChange={(isOn) => {
            setSelecting(isOn);
            if (!isOn) selection.clear();
          }}
        />
      )}
      <div
        ref={measure}
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        data-selecting={isSelecting || undefined}
        className="group/rows rounded-md border border-line bg-surface"
        style={{ '--tracks': tracks } as Record<string, string>}
      >
        <TableHead columns={columns} sorting={sorting} choice={isCard ? undefined : choice} />
        <TableBody {...body} columns={columns} isCard={isCard} isSelecting={isSelecting} canSelect={canSelect} />
      </div>
    </>
  );
}

interface CardSelectionProps {
  /** The control that selects all cards, while the user selects; false otherwise. */
  readonly all?: ReactNode;
  /** Absent while there are no cards yet. */
  readonly onChange?: (isSelecting: boolean) => void;
}

/** Starts and ends the selection of cards, which have no room for a box otherwise. */
function CardSelection({ all = false, onChange }: CardSelectionProps) {
  const isSelecting = all !== false;
  return (
    <div className={classNames('mb-1 flex items-center gap-2.5 pl-3', !onChange && 'invisible')}>
      {isSelecting && (
        <>
          {all}
          <span aria-hidden className="text-soft">
            Select all
          </span>
        </>
      )}
      <Button kind="quiet" className="ml-auto" onClick={() => onChange?.(!isSelecting)}>
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    </div>
  );
}

const anyRow = (): boolean => true;
