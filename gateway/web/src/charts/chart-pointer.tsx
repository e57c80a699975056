import type { DayValue, LineChart } from '@svc/web/shared/line-chart';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { useFormats } from '../shell/account.js';
import { type ChartLine, lineMark } from './chart-marks.js';
import type { ChartTexts } from './chart-texts.js';

/** Maximum lines listed for a day; the table has all. */
const NAMED_MAX = 6;
/** Days that Page Up and Page Down skip. */
const PAGE_DAYS = 7;
/** Half of the greatest width of the box with the values: of one line, and of several with their names. */
const BOX_HALF = 104;
const NAMED_BOX_HALF = 180;

interface ChartPointerProps {
  readonly chart: LineChart;
  readonly lines: readonly ChartLine[];
  readonly chosen: number;
  readonly height: number;
  readonly texts: ChartTexts | undefined;
}

/** Shows the values of the day below the pointer, or of the one selected by the arrow keys; screen readers announce them. */
export function ChartPointer({ chart, lines, chosen, height, texts }: ChartPointerProps) {
  const days = useMemo(() => daysOf(lines), [lines]);
  const [shown, setShown] = useState<number>();
  const [hasFocus, setFocus] = useState(false);
  const formats = useFormats();
  const dayText = texts?.day ?? formats.day;
  const valueText = texts?.value ?? ((value: number) => `${formats.count(value)} views`);
  const last = days.length - 1;
  const place = Math.min(shown ?? last, last);
  const at = days[place];
  if (at === undefined) return null;
  const values = valuesOn(at, lines, chosen);
  const onPointer = (event: PointerEvent<HTMLElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left + chart.left;
    const distances = days.map((each) => Math.abs(chart.xOf(each) - x));
    setShown(distances.indexOf(Math.min(...distances)));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setShown(undefined);
    const next = placeAfter(event.key, shown === undefined ? undefined : place, last);
    if (next === undefined) return;
    event.preventDefault();
    setShown(next);
  };
  return (
    <>
      {shown !== undefined && (
        <Values chart={chart} day={at} values={values} isMany={lines.length > 1} height={height} texts={texts} />
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts?.pointer ?? 'Day in the chart'}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={`${dayText(at)}: ${values.map(({ name, value }) => `${lines.length > 1 ? `${name} ` : ''}${valueText(value)}`).join(', ')}`}
        className="absolute top-0 cursor-crosshair touch-pan-y rounded"
        style={{ left: chart.left, width: chart.right - chart.left, height: chart.bottom }}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => !hasFocus && setShown(undefined)}
        onFocus={() => {
          setFocus(true);
          setShown(place);
        }}
        onBlur={() => {
          setFocus(false);
          setShown(undefined);
        }}
        onKeyDown={onKey}
      />
    </>
  );
}

interface ValueOnDay {
  readonly place: number;
  readonly name: string;
  /** Whether its line ends with its number. */
  readonly isNumbered: boolean;
  readonly value: number;
}

interface ValuesProps {
  readonly chart: LineChart;
  readonly day: string;
  readonly values: readonly ValueOnDay[];
  readonly isMany: boolean;
  readonly height: number;
  readonly texts: ChartTexts | undefined;
}

function Values({ chart, day, values, isMany, height, texts }: ValuesProps) {
  const formats = useFormats();
  const valueText = texts?.value ?? formats.count;
  const x = chart.xOf(day);
  const half = isMany ? Math.min(NAMED_BOX_HALF, chart.right / 2) : BOX_HALF;
  const left = Math.max(half, Math.min(x, chart.right - half));
  return (
    <div aria-hidden className="pointer-events-none">
      <svg width={chart.right} height={height} className="absolute top-0 left-0 overflow-visible">
        <line x1={x} x2={x} y1={8} y2={chart.bottom} className="stroke-ink forced-colors:stroke-[color:CanvasText]" />
        {values.map(({ place, value }) => (
          <circle key={place} cx={x} cy={chart.yOf(value)} r={4.5} className={lineMark(place).fill} />
        ))}
      </svg>
      <div
        className="absolute top-1 z-10 w-max min-w-52 -translate-x-1/2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-[13px] shadow-pop"
        style={{ left, maxWidth: 2 * half }}
      >
        <p className="text-soft">{(texts?.day ?? formats.day)(day)}</p>
        {values.map(({ place, name, isNumbered, value }) => (
          <p key={place} className="flex gap-2">
            {isNumbered && <span className="w-4 shrink-0 text-right tabular-nums">{place + 1}</span>}
            {isMany && <bdi className="min-w-0 grow truncate">{name}</bdi>}
            <span className="font-medium tabular-nums">{valueText(value)}</span>
            {!isMany && !texts && (value === 1 ? 'view' : 'views')}
          </p>
        ))}
      </div>
    </div>
  );
}

/** All days on which a line has a value. */
function daysOf(lines: readonly ChartLine[]): readonly string[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].toSorted();
}

/** The values of that day: the highlighted line first, then those with most views. */
function valuesOn(day: string, lines: readonly ChartLine[], chosen: number): readonly ValueOnDay[] {
  const on = ({ points }: ChartLine): DayValue | undefined => points.find((point) => point.day === day);
  return lines
    .flatMap((line, place) => {
      const point = on(line);
      const isNumbered = lines.length > 1 && line.label === undefined;
      return point ? [{ place, name: line.name, isNumbered, value: point.value }] : [];
    })
    .toSorted((one, other) => Number(other.place === chosen) - Number(one.place === chosen) || other.value - one.value)
    .slice(0, NAMED_MAX);
}

/** The target of a key; undefined for other keys. */
function placeAfter(key: string, place: number | undefined, last: number): number | undefined {
  const from = place ?? last;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    PageUp: from + PAGE_DAYS,
    PageDown: from - PAGE_DAYS,
    Home: 0,
    End: last,
  };
  const wanted = steps[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted));
}
