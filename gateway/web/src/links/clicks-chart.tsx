import { layOutLines, type LineChart } from '@svc/web/shared/line-chart';
import { useId, useMemo, useRef, useState } from 'react';
import { useFormats, useToday } from '../shell/account.js';
import { useElementWidth } from '../ui/element-width.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import type { ClickPoint } from './click-spans.js';

const HEIGHT = 220;
const TICKS = { wide: 5, narrow: 3 } as const;
const WIDE = 480;

interface ClicksChartProps {
  /** One point per day, or per hour. */
  readonly points: readonly ClickPoint[];
  readonly isByHour: boolean;
}

/** Clicks and visitors over time, as a chart, a sentence and a table. */
export function ClicksChart({ points, isByHour }: ClicksChartProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const chart = useMemo(() => {
    const clicks = points.map(({ day, clicks: value }) => ({ day, value }));
    const visitors = points.map(({ day, visitors: value }) => ({ day, value }));
    return layOutLines([visitors, clicks], { width, height: HEIGHT });
  }, [points, width]);
  const [visitors, clicks] = chart.lines;
  return (
    <figure className="rounded-md border border-line bg-surface px-4 py-3">
      <h3 id={`${id}-name`} className="font-semibold">
        Clicks by {isByHour ? 'hour' : 'day'}
      </h3>
      <figcaption id={`${id}-text`} className="mb-2 text-soft">
        <Sentence points={points} isByHour={isByHour} />
      </figcaption>
      <div ref={frame}>
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="img"
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-text`}
          className="block max-w-full text-[12px]"
        >
          <Axes chart={chart} points={points} isByHour={isByHour} />
          <path d={visitors?.path} fill="none" strokeWidth={1.25} strokeDasharray="4 3" className="stroke-soft" />
          <path d={clicks?.path} fill="none" strokeWidth={2.5} strokeLinejoin="round" className="stroke-accent" />
        </svg>
      </div>
      <PointTable points={points} isByHour={isByHour} />
    </figure>
  );
}

function Sentence({ points, isByHour }: ClicksChartProps) {
  const { count } = useFormats();
  const nameOf = usePointName(isByHour);
  const busiest = points.reduce<ClickPoint | undefined>(
    (most, point) => (point.clicks > (most?.clicks ?? 0) ? point : most),
    undefined,
  );
  if (!busiest) return <>No clicks in this period.</>;
  return (
    <>
      Most clicks: {count(busiest.clicks)}, {isByHour ? 'in the hour from' : 'on'} {nameOf(busiest.day)}. The thick line
      is clicks, the dashed one visitors.
    </>
  );
}

function Axes({ chart, points, isByHour }: ClicksChartProps & { readonly chart: LineChart }) {
  const { compact, clock, shortDay } = useFormats();
  const today = useToday();
  const { valueTicks, left, right, bottom, xOf, width } = chart;
  const step = Math.max(1, Math.ceil(points.length / (width < WIDE ? TICKS.narrow : TICKS.wide)));
  return (
    <g className="fill-soft">
      {valueTicks
        .filter(({ value }) => Number.isInteger(value))
        .map(({ y, value }) => (
          <g key={value}>
            <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {compact(value)}
            </text>
          </g>
        ))}
      {points
        .filter((_point, index) => index % step === 0)
        .map(({ day }) => (
          <text key={day} x={xOf(day)} y={bottom + 20} textAnchor="middle">
            {isByHour ? clock(day) : shortDay(day, today)}
          </text>
        ))}
    </g>
  );
}

function PointTable({ points, isByHour }: ClicksChartProps) {
  const { count } = useFormats();
  const nameOf = usePointName(isByHour);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">Show data</summary>
      {isOpen && (
        <ScrollRegion label="Click data" className="max-h-80 overflow-auto">
          <table className="text-right tabular-nums">
            <thead>
              <tr className="border-b border-line text-[13px] text-soft">
                <th scope="col" className="py-1 pr-6 text-left font-medium">
                  {isByHour ? 'Hour from' : 'Day'}
                </th>
                <th scope="col" className="py-1 pr-6 font-medium">
                  Clicks
                </th>
                <th scope="col" className="py-1 pr-6 font-medium">
                  Visitors
                </th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ day, clicks, visitors }) => (
                <tr key={day} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-1 pr-6 text-left font-normal whitespace-nowrap">
                    {nameOf(day)}
                  </th>
                  <td className="py-1 pr-6">{count(clicks)}</td>
                  <td className="py-1 pr-6">{count(visitors)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

function usePointName(isByHour: boolean): (day: string) => string {
  const { day, time } = useFormats();
  return isByHour ? time : day;
}
