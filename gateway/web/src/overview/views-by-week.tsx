import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo } from 'react';
import { ChartDrawing } from '../charts/chart-drawing.js';
import { ChartTable } from '../charts/chart-table.js';
import { useFormats } from '../shell/account.js';
import {
  type Days,
  LINK_CLASS,
  type OverviewPartProps,
  ownOnly,
  Section,
  ticksOf,
  useWeekName,
  weekFrom,
} from './overview-parts.js';

/** Views gained in each week; their sum links to the view counts of the period. */
export function ViewsByWeek({ overview, isShared }: OverviewPartProps) {
  const { weeks, from, to } = overview;
  const { count } = useFormats();
  const weekName = useWeekName();
  const nameId = useId();
  const textId = useId();
  const points = useMemo(() => weeks.map((week) => ({ day: week.from, value: week.viewsGained })), [weeks]);
  const gained = points.reduce((sum, { value }) => sum + value, 0);
  const best = points.reduce((most, point) => (point.value > most.value ? point : most), { day: from, value: 0 });
  const texts = {
    pointer: 'Week in the chart of views',
    table: 'Views by week',
    head: 'Week',
    ticks: ticksOf(overview),
    day: weekName,
    value: (value: number) => `${count(value)} ${value === 1 ? 'view' : 'views'}`,
  };
  const linkTo = (days: Days, text: string): ReactNode => (
    <Link to="/views" search={{ ...days, ...ownOnly(isShared) }} className={`tabular-nums ${LINK_CLASS}`}>
      {text}
    </Link>
  );
  return (
    <Section title="Views by week">
      <p id={nameId} className="text-lg">
        {linkTo({ from, to }, count(gained))} views gained
      </p>
      <ChartDrawing
        lines={[{ name: 'Views', points }]}
        chosen={0}
        target={undefined}
        isFitted
        isLastOpen
        reached={undefined}
        texts={texts}
        labelledBy={nameId}
        describedBy={textId}
      />
      <p id={textId} className="text-soft">
        {best.value > 0
          ? `Best: ${weekName(best.day)}, ${texts.value(best.value)}.`
          : 'No views gained in this period.'}
      </p>
      <ChartTable
        names={['Views']}
        lines={[points]}
        texts={{ ...texts, value: count }}
        cell={(day, _line, text) => linkTo(weekFrom(day), text)}
      />
    </Section>
  );
}
