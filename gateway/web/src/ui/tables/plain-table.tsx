import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { ScrollRegion } from '../scroll-region.js';

/** A column: numbers are right-aligned, the first one names the row. */
export interface PlainColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isText?: boolean;
  /** Left out on phones, where the others need its room. */
  readonly isMinor?: boolean;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A short table that is drawn whole, and scrolls sideways if it is too wide. */
export function PlainTable<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <ScrollRegion label={label} className="max-h-[32rem] overflow-auto">
      <table className="w-full tabular-nums">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classNames('font-medium', classOf(column))}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-b-0">
              <th scope="row" className={classNames('font-normal', classOf({}))}>
                {first?.cell(row)}
              </th>
              {others.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function classOf({ isText, isMinor }: Pick<PlainColumn<never>, 'isText' | 'isMinor'>): string {
  return classNames(
    'py-1 first:text-left not-last:pr-3 sm:not-last:pr-6',
    isText ? 'text-left' : 'text-right',
    isMinor && 'max-sm:hidden',
  );
}
