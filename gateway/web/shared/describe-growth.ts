import type { Formats } from './format.js';
import type { DayValue } from './line-chart.js';

interface GrowthOptions {
  readonly count: Formats['count'];
  /** Formats a day. */
  readonly day: (day: string) => string;
  /** The agreed views. */
  readonly target?: number | undefined;
}

/** Describes a line of views in one or two sentences; empty without points. */
export function describeGrowth(points: readonly DayValue[], { count, day, target }: GrowthOptions): string {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return '';
  const span =
    first === last
      ? `${count(last.value)} views on ${day(last.day)}.`
      : `${count(first.value)} views on ${day(first.day)}, ${count(last.value)} on ${day(last.day)}.`;
  if (target === undefined) return span;
  const reached = dayReached(points, target);
  return reached === undefined
    ? `${span} The target of ${count(target)} has not been reached yet.`
    : `${span} The target of ${count(target)} was reached by ${day(reached)}.`;
}

/** The first day with at least this many views. */
export function dayReached(points: readonly DayValue[], target: number): string | undefined {
  return points.find(({ value }) => value >= target)?.day;
}
