import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ChartDrawing } from '../charts/chart-drawing.js';
import { ChartTable } from '../charts/chart-table.js';
import { LineSample } from '../charts/line-sample.js';
import { useFormats, useToday } from '../shell/account.js';
import { ToggleChip } from '../ui/chip.js';
import {
  currenciesOf,
  isOpen,
  MONEY_NAMES,
  type MoneyField,
  type MoneyLine,
  moneyLines,
  paymentsOf,
} from './money-lines.js';
import {
  type Days,
  LINK_CLASS,
  type OverviewPartProps,
  Section,
  ticksOf,
  useWeekName,
  weekFrom,
  withShared,
} from './overview-parts.js';

/** Payments of each week, one currency at a time, because they are never added up. */
export function MoneyByWeek({ overview, isShared }: OverviewPartProps) {
  const currencies = useMemo(() => currenciesOf(overview), [overview]);
  const [chosen, setChosen] = useState<string>();
  const currency = currencies.find((each) => each === chosen) ?? currencies[0];
  return (
    <Section title="Money by week">
      {currencies.length > 1 && (
        <div role="group" aria-label="Currency" className="mb-1 flex flex-wrap gap-1.5">
          {currencies.map((each) => (
            <ToggleChip key={each} isOn={each === currency} onToggle={() => setChosen(each)}>
              {each}
            </ToggleChip>
          ))}
        </div>
      )}
      {currency === undefined ? (
        <p className="text-soft">No payments in this period.</p>
      ) : (
        <MoneyChart
          lines={moneyLines(overview, currency)}
          days={overview}
          ticks={ticksOf(overview)}
          currency={currency}
          isShared={isShared}
        />
      )}
    </Section>
  );
}

interface MoneyChartProps {
  readonly lines: readonly MoneyLine[];
  readonly days: Days;
  readonly ticks: readonly string[];
  readonly currency: string;
  readonly isShared: boolean;
}

function MoneyChart({ lines, days, ticks, currency, isShared }: MoneyChartProps) {
  const { money, compactMoney, shortDay } = useFormats();
  const today = useToday();
  const weekName = useWeekName();
  const textId = useId();
  const nameId = useId();
  const value = (amount: number): string => money(amount, currency);
  const texts = {
    pointer: 'Week in the chart of money',
    table: 'Money by week',
    head: 'Week',
    ticks,
    day: weekName,
    value,
    valueTick: (amount: number) => compactMoney(amount, currency),
  };
  const linkTo = (field: MoneyField, of: Days, text: string): ReactNode => (
    <Link
      to="/payments"
      search={{ ...paymentsOf(field, of), currency, ...withShared(isShared) }}
      className={`tabular-nums ${LINK_CLASS}`}
    >
      {text}
    </Link>
  );
  const names = lines.map(({ field }) => MONEY_NAMES[field]);
  return (
    <>
      <span id={nameId} className="sr-only">
        Money by week in {currency}
      </span>
      <ul id={textId} className="flex flex-wrap gap-x-5">
        {lines.map(({ field, sum }, place) => (
          <li key={field} className="flex items-center gap-1.5 text-lg">
            <LineSample place={place} />
            <span className="text-base text-soft">
              {MONEY_NAMES[field]}
              {isOpen(field) && ` by ${shortDay(days.to, today)}`}
            </span>
            {linkTo(field, days, value(sum))}
          </li>
        ))}
      </ul>
      <ChartDrawing
        lines={lines.map(({ field, points }) => ({ name: MONEY_NAMES[field], label: MONEY_NAMES[field], points }))}
        chosen={0}
        target={undefined}
        isFitted
        isLastOpen
        reached={undefined}
        texts={texts}
        labelledBy={nameId}
        describedBy={textId}
      />
      <ChartTable
        names={names}
        lines={lines.map(({ points }) => points)}
        texts={texts}
        cell={(day, place, text) => {
          const line = lines[place];
          return line ? linkTo(line.field, weekFrom(day), text) : text;
        }}
      />
    </>
  );
}
