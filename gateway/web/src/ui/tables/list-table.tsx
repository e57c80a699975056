import type { ReactNode } from 'react';
import { EmptyState } from '../empty-state.js';
import { PageError } from '../page-error.js';
import { DataTable, type DataTableProps } from './data-table.js';

/** A list as far as it is loaded. */
export interface ReadList<Each> {
  readonly items: readonly Each[];
  readonly total: number | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly readMore: () => void;
}

type OfTable =
  'label' | 'columns' | 'keyOf' | 'groupOf' | 'rowKeys' | 'selection' | 'canSelect' | 'sorting' | 'opensRows';

export interface ListTableProps<Each> extends Pick<DataTableProps<Each>, OfTable> {
  readonly list: ReadList<Each>;
  /** What is missing, and what to do about it. */
  readonly empty: ReactNode;
  /** The one thing to do about it, as a button or a link. */
  readonly emptyAction?: ReactNode;
  /** Replaces `empty` during a search. */
  readonly noMatch?: ReactNode;
}

/** A list as a table, or its error; without rows it says so. */
export function ListTable<Each>({ list, empty, emptyAction, noMatch, ...table }: ListTableProps<Each>) {
  if (list.isError) return <PageError error={list.error} />;
  const { items, total, isPending, readMore } = list;
  return (
    <DataTable
      {...table}
      {...{ items, total, isPending, readMore }}
      empty={noMatch ? <EmptyState>{noMatch}</EmptyState> : <EmptyState action={emptyAction}>{empty}</EmptyState>}
    />
  );
}
