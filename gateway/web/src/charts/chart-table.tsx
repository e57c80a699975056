import type { DayValue } from '@svc/web/shared/line-chart';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../shell/account.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import type { ChartTexts } from './chart-texts.js';

interface ChartTableProps {
  readonly names: readonly string[];
  readonly lines: readonly (readonly DayValue[])[];
  /** Texts for days and values, as in `ChartDrawing`. */
  readonly texts?: ChartTexts;
  /** Draws a nonzero value of a line, such as a link to what it sums up. */
  readonly cell?: (day: string, line: number, text: string) => ReactNode;
}

/** The chart's values as a table, built when opened. */
export function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">Show data</summary>
      {isOpen && <Numbers {...props} />}
    </details>
  );
}

function Numbers({ names, lines, texts, cell }: ChartTableProps) {
  const { count, day } = useFormats();
  const dayText = texts?.day ?? day;
  const valueText = texts?.value ?? count;
  const byDay = lines.map((line) => new Map(line.map((point) => [point.day, point.value])));
  const days = [...new Set(lines.flatMap((line) => line.map((point) => point.day)))].toSorted();
  return (
    <ScrollRegion label={texts?.table ?? 'Views by day'} className="max-h-80 overflow-auto">
      <table className="text-right tabular-nums">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="py-1 pr-6 text-left font-medium">
              {texts?.head ?? 'Day'}
            </th>
            {names.map((name, index) => (
              <th key={index} scope="col" title={name} className="max-w-40 truncate py-1 pr-6 font-medium">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((each) => (
            <tr key={each} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-6 text-left font-normal whitespace-nowrap">
                {dayText(each)}
              </th>
              {byDay.map((values, index) => {
                const value = values.get(each);
                const text = value === undefined ? '–' : valueText(value);
                return (
                  <td key={index} className="py-1 pr-6">
                    {value && cell ? cell(each, index, text) : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
