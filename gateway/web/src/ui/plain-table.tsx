import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region.js';

/** A column: numbers are on the right, the first one names the row. */
export interface PlainColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isText?: boolean;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A short table that is drawn whole, and scrolls sideways where it is too wide. */
export function PlainTable<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>) {
  const [first, ...others] = columns;
  const alignOf = (isText = false): string => (isText ? 'text-left' : 'text-right');
  return (
    <ScrollRegion label={label} className="max-h-[32rem] overflow-auto">
      <table className="w-full tabular-nums">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            {columns.map(({ title, isText }, place) => (
              <th
                key={title}
                scope="col"
                className={`py-1 pr-6 font-medium ${place === 0 ? 'text-left' : alignOf(isText)}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-6 text-left font-normal">
                {first?.cell(row)}
              </th>
              {others.map(({ title, isText, cell }) => (
                <td key={title} className={`py-1 pr-6 ${alignOf(isText)}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
