/** Geometry of a line chart over days, without DOM access or number formatting. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';

export interface DayValue {
  /** `YYYY-MM-DD`, or the instant at which an hour begins. */
  readonly day: string;
  readonly value: number;
}

export interface LineChartOptions {
  readonly width: number;
  readonly height: number;
  /** Values that the scale must include even if they are far from all lines, such as a target. */
  readonly values?: readonly number[];
  /** Whether the last value of each series still grows, as that of the current week does: the step to it is apart. */
  readonly isLastOpen?: boolean;
}

export interface LineChart {
  readonly width: number;
  readonly height: number;
  /** In the order of the series; `end` is the last point, and `openPath` the step to it where it still grows. */
  readonly lines: readonly { readonly path: string; readonly openPath: string; readonly end: Point | undefined }[];
  readonly dayTicks: readonly { readonly x: number; readonly day: string }[];
  readonly valueTicks: readonly { readonly y: number; readonly value: number }[];
  /** Left and right edge of the plot. */
  readonly left: number;
  readonly right: number;
  /** Vertical position of the lowest value. */
  readonly bottom: number;
  readonly yOf: (value: number) => number;
  readonly xOf: (day: string) => number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const MARGIN = { top: 12, right: 16, bottom: 28, left: 56 };
/** Maximum labeled days; more would overlap on a phone. */
const DAY_TICKS_MAX = 5;
const VALUE_TICKS = 4;

/** Lays out a line for each series, whose days are in order, on one scale that begins at zero, or at the lowest value below it. */
export function layOutLines(
  series: readonly (readonly DayValue[])[],
  { width, height, values = [], isLastOpen = false }: LineChartOptions,
): LineChart {
  const points = series.flat();
  const times = points.map(({ day }) => timeOf(day));
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
  const x = scaleUtc().domain(spanOf(times)).range([left, right]);
  const y = scaleLinear()
    .domain([
      Math.min(0, ...points.map(({ value }) => value)),
      Math.max(1, ...values, ...points.map(({ value }) => value)),
    ])
    .range([bottom, MARGIN.top])
    .nice(VALUE_TICKS);
  const xOf = (day: string): number => round(x(timeOf(day)));
  const yOf = (value: number): number => round(y(value));
  const draw = line<DayValue>(
    ({ day }) => xOf(day),
    ({ value }) => yOf(value),
  );
  // Several hourly ticks fall on the same day.
  const days = [...new Set(x.ticks(DAY_TICKS_MAX).map((time) => time.toISOString().slice(0, 10)))];
  const step = Math.ceil(days.length / DAY_TICKS_MAX);
  return {
    width,
    height,
    left,
    right,
    bottom,
    xOf,
    yOf,
    lines: series.map((one) => {
      const last = one.at(-1);
      const hasOpenStep = isLastOpen && one.length > 1;
      return {
        path: draw(hasOpenStep ? one.slice(0, -1) : one) ?? '',
        openPath: hasOpenStep ? (draw(one.slice(-2)) ?? '') : '',
        end: last && { x: xOf(last.day), y: yOf(last.value) },
      };
    }),
    dayTicks: days.filter((_day, place) => place % step === 0).map((day) => ({ x: xOf(day), day })),
    valueTicks: y.ticks(VALUE_TICKS).map((value) => ({ y: yOf(value), value })),
  };
}

/** The sum of all series on each day on which one of them has a value; between its values, each keeps its previous value. */
export function sumByDay(series: readonly (readonly DayValue[])[]): DayValue[] {
  const latest = new Map<number, number>();
  const changes = series.flatMap((one, index) => one.map(({ day, value }) => ({ day, value, index })));
  const sums = new Map<string, number>();
  for (const { day, value, index } of changes.toSorted((one, other) => one.day.localeCompare(other.day))) {
    latest.set(index, value);
    sums.set(
      day,
      [...latest.values()].reduce((sum, part) => sum + part, 0),
    );
  }
  return [...sums].map(([day, value]) => ({ day, value }));
}

/** Moves overlapping labels apart, in order, between a top and a bottom. */
export function spreadLabels(places: readonly number[], gap: number, top: number, bottom: number): readonly number[] {
  const order = places.map((y, index) => ({ y, index })).toSorted((one, other) => one.y - other.y);
  const step = Math.min(gap, (bottom - top) / Math.max(1, order.length - 1));
  const moved: { index: number; y: number }[] = [];
  let lowest = top;
  for (const { y, index } of order) {
    const at = Math.max(y, lowest);
    moved.push({ index, y: at });
    lowest = at + step;
  }
  // Labels beyond the bottom move back up, along with those above.
  let highest = bottom;
  for (const label of moved.toReversed()) {
    label.y = Math.min(label.y, highest);
    highest = label.y - step;
  }
  return moved.toSorted((one, other) => one.index - other.index).map(({ y }) => y);
}

const timeOf = (day: string): number => Date.parse(day.includes('T') ? day : `${day}T00:00:00Z`);

/** From the first time to the last; if they are the same, a day is added on both sides. */
function spanOf(times: readonly number[]): [number, number] {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const day = 86_400_000;
  if (times.length === 0) return [0, day];
  return first === last ? [first - day, last + day] : [first, last];
}

const round = (length: number): number => Math.round(length * 10) / 10;
