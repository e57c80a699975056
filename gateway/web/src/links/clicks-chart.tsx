import { useId, useMemo } from 'react';
import { ChartDrawing } from '../charts/chart-drawing.js';
import { ChartTable } from '../charts/chart-table.js';
import { useFormats } from '../shell/account.js';
import type { ClickPoint } from './click-spans.js';

const TICKS = 5;

interface ClicksChartProps {
  /** One point per day, or per hour. */
  readonly points: readonly ClickPoint[];
  readonly isByHour: boolean;
}

/** Clicks and visitors over time, as a chart, a sentence and a table. */
export function ClicksChart({ points, isByHour }: ClicksChartProps) {
  const id = useId();
  const { count, clock } = useFormats();
  const nameOf = usePointName(isByHour);
  const lines = useMemo(
    () => [
      { name: 'Clicks', label: 'Clicks', points: points.map(({ day, clicks: value }) => ({ day, value })) },
      { name: 'Visitors', label: 'Visitors', points: points.map(({ day, visitors: value }) => ({ day, value })) },
    ],
    [points],
  );
  const step = Math.max(1, Math.ceil(points.length / TICKS));
  const texts = {
    pointer: `${isByHour ? 'Hour' : 'Day'} in the chart of clicks`,
    table: 'Click data',
    head: isByHour ? 'Hour from' : 'Day',
    ticks: points.filter((_point, index) => index % step === 0).map(({ day }) => day),
    tick: isByHour ? clock : undefined,
    day: nameOf,
    value: count,
  };
  return (
    <figure className="rounded-md border border-line bg-surface px-4 py-3">
      <h3 id={`${id}-name`} className="font-semibold">
        Clicks by {isByHour ? 'hour' : 'day'}
      </h3>
      <figcaption id={`${id}-text`} className="mb-2 text-soft">
        <Sentence points={points} isByHour={isByHour} />
      </figcaption>
      <ChartDrawing
        lines={lines}
        chosen={0}
        target={undefined}
        isFitted
        reached={undefined}
        texts={texts}
        labelledBy={`${id}-name`}
        describedBy={`${id}-text`}
      />
      <ChartTable names={lines.map(({ name }) => name)} lines={lines.map((line) => line.points)} texts={texts} />
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
      Most clicks: {count(busiest.clicks)}, {isByHour ? 'in the hour from' : 'on'} {nameOf(busiest.day)}.
    </>
  );
}

function usePointName(isByHour: boolean): (day: string) => string {
  const { day, time } = useFormats();
  return isByHour ? time : day;
}
